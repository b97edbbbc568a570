import { picturesHere } from '../pictures/pictures-here'
import { createDesktopFiles } from '../../../src-main/core/disk/desktop-files'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { connect, type Bridge } from '../../../src-shared/bridge/connect'
import { firstWall, wallPage, type PageId } from '../../../src-shared/bridge/page-id'
import { noLastView } from '../../../src-shared/features/last-view'
import { defaultPreferences } from '../../../src-shared/features/preferences-state'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import { unknownScopes } from '../../../src-shared/protocol/scope'
import { systemClock } from '../../../src-main/core/time/clock'
import type { FleetAccess } from '../../../src-main/core/saved-fleets/fleet-address'
import type { Fleets } from '../../../src-main/core/saved-fleets/fleets'
import { Interruptions } from '../../../src-main/core/jobs/interruptions'
import { loadKeptSheets } from '../../../src-main/core/sheets/kept-sheets'
import { loadLastViews, type LastViews } from '../../../src-main/core/settings/last-views'
import { openJournal } from '../../../src-main/core/disk/journal'
import { createLog } from '../../../src-main/core/base/log'
import { createOfferedFiles } from '../../../src-main/core/uploads/offered-files'
import { loadPreferences, type PreferencesFile } from '../../../src-main/core/settings/preferences'
import { createCapturesFolder } from '../../../src-main/core/captures/captures-folder'
import { createKeptCaptures } from '../../../src-main/core/captures/kept-captures'
import { noCaptures } from '../captures/no-captures'
import { noSchedules } from '../schedules/no-schedules'
import { historyIn } from '../flows/history/history-in'
import { createUntilOpen } from '../../../src-main/core/page/until-open'
import { createVocabularyFile } from '../../../src-main/core/settings/vocabulary-file'
import type { KeptSchedule, SchedulesFile } from '../../../src-main/core/schedules/kept-schedules'
import type { Session } from '../../../src-main/core/session/session'
import { createSessions, lookEveryMs, type Sessions } from '../../../src-main/core/session/sessions'
import { packCredits, unpackFrames } from '../../../src-shared/bridge/frame-packet'
import { jpegSize } from '../../../src-shared/protocol/jpeg-size'
import { memoryPorts } from '../../bridge/memory-ports'
import { jpegHeaders } from '../../renderer/phone/stream/jpeg'
import { startServer, type TestServer } from '../service/http-server'
import { content, memoryFile } from '../uploads/upload-service'
import { noActivityLog, noUsageHistories } from '../history/no-logs'
import { noNews } from '../news/no-news'
import { noOutcomes } from '../outcomes/no-outcomes'
import { withoutPrograms } from '../door/without-programs'
import { withoutRules } from '../rules/without-rules'
import { fakeDevice, fakeUsage } from '../../renderer/fake-phone'

const device = fakeDevice('dev_a', { name: 'A' })
const usage = fakeUsage()
const ready = {
  type: 'ready',
  logical: { w: 50, h: 100 },
  snapshot: { w: 100, h: 200 },
  max_messages_per_second: 120,
}

const refusedScopes = { '/actions': 'control', '/media/ticket': 'upload', '/automations': 'automations' }

/** A page, connected to the session. */
interface Page {
  bridge: Bridge
  events: AppEvent[]
  /** Resolves with the first event that passes, past or future. */
  event(passes: (event: AppEvent) => boolean): Promise<AppEvent>
}

describe('the session', () => {
  let service: TestServer
  let sockets: WebSocketServer
  let control: Promise<WebSocket>
  /** Resolves at the first request that needs a scope. */
  let posted: Promise<void>
  let sessions: Sessions | null = null
  /** Waits of so many ms are over at once. */
  let skippedMs: number
  /** How many looks at further fleets are due. */
  let looksDue: number
  /** When an edit is answered; null for never. */
  let edited: Promise<void> | null
  let files: ReturnType<typeof createOfferedFiles>
  let access: () => Promise<FleetAccess>
  let removed: string[]
  /** The fleet that is active once the active one is removed. */
  let afterRemoval: string
  let scopeOf: Record<string, string>
  let devices: (typeof device)[]
  /** The first frame of each stream. */
  let firstFrame: Uint8Array | null
  let streams: WebSocket[]
  let folder: string
  let preferences: PreferencesFile
  let schedulesFile: SchedulesFile
  let lastViews: LastViews

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'session-'))
    const log = createLog(() => undefined, 'silent')
    preferences = loadPreferences(join(folder, 'preferences.json'), systemClock, log, () => undefined)
    lastViews = loadLastViews(join(folder, 'last-views.json'), systemClock, log, () => undefined)
    files = createOfferedFiles()
    schedulesFile = noSchedules
    removed = []
    afterRemoval = 'lab'
    skippedMs = -1
    looksDue = 0
    edited = null
    scopeOf = { ...refusedScopes }
    devices = [device]
    firstFrame = null
    streams = []
    sockets = new WebSocketServer({ noServer: true })
    let controlled: (socket: WebSocket) => void = () => undefined
    let reportPosted: () => void = () => undefined
    posted = new Promise((resolve) => (reportPosted = resolve))
    control = new Promise((resolve) => (controlled = resolve))
    service = await startServer((request, response) => {
      if (request.url === '/v1/devices' && !scopeOf['/devices']) response.end(JSON.stringify(devices))
      else if (request.url === '/v1/usage')
        response.end(JSON.stringify({ ...usage, max_active_devices: 4 + devices.length }))
      else if (request.url?.endsWith('/automations') && request.method === 'GET') response.end('[]')
      else if (request.method === 'PATCH') void edited?.then(() => response.end(JSON.stringify(device)))
      else if (request.method === 'POST' || request.url === '/v1/devices') {
        reportPosted()
        const [, scope = ''] = Object.entries(scopeOf).find(([path]) => request.url?.endsWith(path)) ?? []
        const detail = `Scope ${scope} is required`
        response.writeHead(403, { 'content-type': 'application/problem+json' })
        response.end(
          JSON.stringify({ type: 'e', title: 'forbidden', status: 403, code: 'forbidden', detail }),
        )
      }
    })
    service.onUpgrade((request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        if (request.url?.includes('/stream') && firstFrame) {
          webSocket.send(firstFrame)
          streams.push(webSocket)
        }
        if (!request.url?.includes('/control')) return
        webSocket.send(JSON.stringify(ready))
        controlled(webSocket)
      }),
    )
    access = () =>
      Promise.resolve({ baseUrl: `${service.url}/v1`, wsBaseUrl: `ws://${service.host}`, apiKey: 'k' })
  })
  afterEach(async () => {
    sessions?.close()
    preferences.close()
    lastViews.close()
    for (const socket of sockets.clients) socket.terminate()
    await service.close()
    await rm(folder, { recursive: true })
  })

  const vocabularyPath = () => join(folder, 'vocabulary.json')
  const openAll = (): Sessions => {
    const lab = { id: 'lab', name: 'Lab', baseUrl: '', kind: 'saved' as const }
    const shop = { ...lab, id: 'shop', name: 'Shop' }
    let activeId = 'lab'
    const fleets: Fleets = {
      get state() {
        return { fleets: [lab, shop], activeId, elsewhere: [], keychain: true }
      },
      added: [],
      get activeId() {
        return activeId
      },
      idNamed: (name) => (name === 'shop' ? 'shop' : null),
      summaryOf: (id) => [lab, shop].find((fleet) => fleet.id === id),
      add: () => Promise.resolve('lab'),
      access: () => access(),
      setActive: () => undefined,
      change: () => Promise.resolve(),
      move: () => undefined,
      remove(id) {
        removed.push(id)
        if (id === activeId) activeId = afterRemoval
        return Promise.resolve()
      },
    }
    const capturesFolder = createCapturesFolder({
      forThisRun: join(folder, 'captures'),
      system: { picture: folder, video: folder },
      preferences,
    })
    sessions = createSessions({
      pictures: picturesHere(),
      clock: {
        ...systemClock,
        after(ms, run) {
          const cancel = systemClock.after(ms === skippedMs ? 0 : ms, run)
          if (ms !== lookEveryMs) return cancel
          looksDue += 1
          return () => {
            looksDue -= 1
            cancel()
          }
        },
      },
      random: () => 0.5,
      cores: 8,
      log: createLog(() => undefined, 'silent'),
      fleets,
      vocabulary: createVocabularyFile(vocabularyPath()),
      preferences,
      lastViews,
      files,
      captures: {
        ...noCaptures,
        folder: capturesFolder,
        kept: createKeptCaptures({
          ...{ clock: systemClock, folder: capturesFolder, preferences },
          onChange: () => undefined,
        }),
      },
      journal: openJournal({
        clock: systemClock,
        path: join(folder, 'journal.jsonl'),
        onFailed: () => undefined,
        report: () => undefined,
      }),
      notices: createUntilOpen(),
      requests: createUntilOpen(),
      policy: null,
      canUpdate: true,
      isSandboxed: true,
      newsFile: noNews,
      schedulesFile,
      nowOffsetMs: 0,
      sheetFilesFolder: '',
      outcomesFile: noOutcomes,
      sheets: loadKeptSheets(join(folder, 'sheets'), () => undefined),
      ...withoutRules,
      ...withoutPrograms,
      idleSeconds: null,
      flowsFolder: join(folder, 'flows'),
      flowHistory: historyIn(join(folder, 'flow-runs')),
      saveDiagnostics: () => Promise.resolve(''),
      desktopFiles: createDesktopFiles(null, () => []),
      saveText: () => Promise.resolve(''),
      activityLog: noActivityLog,
      usageHistories: noUsageHistories,
      interruptions: { of: () => new Interruptions(), close: () => undefined },
      proxy: { choose: () => Promise.resolve() },
    })
    return sessions
  }
  const open = () => openAll().first

  const attach = (to: Session, pageId: PageId = firstWall): Page => {
    const { a: pageSide, b: coreSide } = memoryPorts()
    to.attachBridge(pageId, coreSide)
    const bridge = connect(pageSide)
    const events: AppEvent[] = []
    const waiting = new Set<(event: AppEvent) => void>()
    bridge.onEvent((event) => {
      events.push(event)
      for (const listener of waiting) listener(event)
    })
    return {
      bridge,
      events,
      event: (passes) =>
        new Promise((resolve) => {
          const seen = events.find(passes)
          if (seen) resolve(seen)
          waiting.add((event) => {
            if (passes(event)) resolve(event)
          })
        }),
    }
  }

  const show = ({ bridge }: Page) =>
    bridge.tell('view.show', { visible: ['dev_a'], focused: null, windowVisible: true })
  const isLive = (event: AppEvent) => event.type === 'tile' && event.tile.state === 'live'
  const nextMessage = async (socket: WebSocket) => {
    const [data] = (await once(socket, 'message')) as [Buffer]
    return JSON.parse(data.toString()) as unknown
  }
  const press = (x: number, phase: 'down' | 'move' | 'up' = 'down', press = 1) =>
    ({
      publicId: 'dev_a',
      gesture: { kind: 'pointer', press, phase, x, y: 5, space: { width: 100, height: 200 } },
    }) as const

  const isReady = (event: AppEvent) => event.type === 'devices' && event.devices.status === 'ready'
  const elsewhere = (id: string) => (event: AppEvent) =>
    event.type === 'fleets' && event.fleets.elsewhere.includes(id)

  it('shows a further fleet in its own window, and both work side by side', async () => {
    const all = openAll()
    const first = attach(all.first)
    const own = all.of('shop') ?? expect.fail('no session')
    const further = attach(own)
    await Promise.all([first.event(isReady), further.event(isReady)])
    expect(all.of('lab')).toBe(all.first)
    expect(all.of('shop')).toBe(own)
    expect(all.of('none')).toBeNull()
    await first.event(elsewhere('shop'))
    expect((await further.bridge.call('app.state', {})).fleets).toMatchObject({
      activeId: 'shop',
      elsewhere: ['lab'],
    })

    for (const page of [first, further]) {
      await page.bridge.call('devices.edit', { publicIds: ['dev_a'], edit: { notes: 'x' } })
      await page.event((event) => event.type === 'task' && event.task.steps[0]?.state === 'under-way')
    }
    expect(all.unfinished.steps).toBe(2)
    await expect(first.bridge.call('fleets.open', { id: 'shop' })).rejects.toMatchObject({
      fault: { kind: 'internal' },
    })
    await expect(further.bridge.call('fleets.open', { id: 'lab' })).rejects.toMatchObject({
      fault: { kind: 'internal' },
    })
    expect(all.unfinished.steps, 'nothing was cancelled').toBe(2)

    await further.bridge.call('preferences.change', { language: 'de' })
    await first.event((event) => event.type === 'preferences' && event.preferences.language === 'de')
  })

  it('stops the work of all fleets from one window, which names it before', async () => {
    const all = openAll()
    const [first, further] = [attach(all.first), attach(all.of('shop') ?? expect.fail('no session'))]
    await Promise.all([first.event(isReady), further.event(isReady)])
    for (const page of [first, further]) await page.bridge.call('flows.record', { publicId: 'dev_a' })
    const rule = {
      ...{ name: '', when: { kind: 'offline' as const }, phones: { kind: 'all' as const } },
      ...{ then: [{ kind: 'notify' as const }], quietS: 0, once: false, keepsLive: false },
    }
    await further.bridge.call('rules.save', { id: null, rule })
    const told = await first.event(
      (event) => event.type === 'work-elsewhere' && event.work[0]?.work.rules === 1,
    )
    expect(told).toMatchObject({ work: [{ fleet: 'Shop', work: { tasks: 0, rules: 1, flows: 1 } }] })
    expect((await further.bridge.call('app.state', {})).workElsewhere).toMatchObject([
      { fleet: 'Lab', work: { flows: 1 } },
    ])
    await first.bridge.call('work.stopAll', {})
    for (const page of [first, further])
      expect((await page.bridge.call('app.state', {})).flows.recording).toBeNull()
    expect((await further.bridge.call('app.state', {})).rules).toMatchObject([{ isOn: false }])
    const stopped = (event: AppEvent) => event.type === 'work-stopped'
    expect(await first.event(stopped)).toMatchObject({ by: null, hadWork: true })
    expect(await further.event(stopped)).toMatchObject({ by: 'Lab', hadWork: true })
    await first.event((event) => event.type === 'work-elsewhere' && event.work.length === 0)
  })

  it('tells each window how all open fleets are, and none while one is open', async () => {
    const all = openAll()
    const first = attach(all.first)
    await first.event(isReady)
    const overviews = async (page: Page) => (await page.bridge.call('app.state', {})).openFleets
    expect(await overviews(first)).toEqual([])
    const further = attach(all.of('shop') ?? expect.fail('no session'))
    for (const page of [first, further]) {
      const told = await page.event(
        (event) => event.type === 'open-fleets' && event.openFleets.every(({ status }) => status === 'ready'),
      )
      expect(told).toMatchObject({ openFleets: [{ id: 'lab' }, { id: 'shop' }] })
    }
    further.bridge.tell('view.pause', { paused: true })
    await first.event(
      (event) => event.type === 'open-fleets' && event.openFleets.some(({ isPaused }) => isPaused),
    )
    // A further wall is no further fleet.
    attach(all.first, wallPage(2))
    expect(await overviews(first)).toHaveLength(2)
  })

  it('follows a link to another fleet beside the one whose work it would end', async () => {
    const all = openAll()
    const page = attach(all.first)
    await page.event((event) => event.type === 'devices' && event.devices.status === 'ready')
    const link = { fleet: 'shop', phone: null, view: null }
    edited = new Promise(() => undefined)
    const isTied = () => page.bridge.call('fleets.isTied', {})
    expect(await isTied()).toEqual({ isTied: false })
    await page.bridge.call('devices.edit', { publicIds: ['dev_a'], edit: { notes: 'x' } })
    expect(await isTied()).toEqual({ isTied: true })
    const { steps } = all.unfinished
    expect(steps).toBeGreaterThan(0)
    expect(await all.goTo(link)).toBe('shop')
    expect([all.first.fleetId, all.unfinished.steps]).toEqual(['lab', steps])
  })

  it('offers no window a recording that another one still writes', async () => {
    firstFrame = jpegHeaders(100, 200)
    const all = openAll()
    const first = attach(all.first)
    const further = attach(all.of('shop') ?? expect.fail('no session'))
    await first.event(isReady)
    show(first)
    await first.event(isLive)
    await first.bridge.call('recordings.start', { publicIds: ['dev_a'] })
    const listed = async () => (await further.bridge.call('captures.list', {})).captures.length
    await expect.poll(() => readdir(join(folder, 'captures'), { recursive: true })).not.toEqual([])
    expect(await listed()).toBe(0)
    await first.bridge.call('recordings.stop', { publicIds: ['dev_a'] })
    await expect.poll(listed).toBe(1)
  })

  it('records what is done on several phones in the flow of one of them', async () => {
    const page = attach(openAll().first)
    await page.event(isReady)
    await page.bridge.call('flows.record', { publicId: 'dev_a' })
    const act = (publicId: string, text: string) => ({ publicId, action: { type: 'text' as const, text } })
    const acts = [act('dev_b', 'for another'), act('dev_a', 'for this one')]
    await page.bridge.call('devices.actEach', { acts, isSecret: false })
    const { path } = await page.bridge.call('flows.finish', {})
    expect(await readFile(path ?? '', 'utf8')).toContain('- inputText: for this one\n')
  })

  it('ends a further fleet once its window is closed and its work is done', async () => {
    skippedMs = lookEveryMs
    const all = openAll()
    const first = attach(all.first)
    const own = all.of('shop') ?? expect.fail('no session')
    const ended = new Promise((resolve) => all.onEnded(resolve))
    const further = attach(own)
    await further.event(isReady)
    let answer: () => void = () => undefined
    edited = new Promise((resolve) => (answer = resolve))
    await further.bridge.call('devices.edit', { publicIds: ['dev_a'], edit: { notes: 'x' } })
    await further.event((event) => event.type === 'task' && event.task.steps[0]?.state === 'under-way')
    further.bridge.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(all.of('shop'), 'its edit is under way').toBe(own)
    answer()
    expect(await ended).toBe('shop')
    await first.event((event) => event.type === 'fleets' && event.fleets.elsewhere.length === 0)
  })

  it('looks for idle fleets once at a time, also after one was removed', async () => {
    const all = openAll()
    const first = attach(all.first)
    for (const round of [1, 2]) {
      all.of('shop')
      expect(looksDue, `round ${round}`).toBe(1)
      await first.bridge.call('fleets.remove', { id: 'shop' })
    }
  })

  it('shows one window of a fleet that the first takes after its own was removed', async () => {
    afterRemoval = 'shop'
    const all = openAll()
    const ended: string[] = []
    all.onEnded((fleetId) => ended.push(fleetId))
    const first = attach(all.first)
    const further = attach(all.of('shop') ?? expect.fail('no session'))
    await Promise.all([first.event(isReady), further.event(isReady)])
    await first.bridge.call('fleets.remove', { id: 'lab' })
    expect(ended).toContain('shop')
    expect(all.of('shop')).toBe(all.first)
    expect((await first.bridge.call('app.state', {})).fleets).toMatchObject({
      activeId: 'shop',
      elsewhere: [],
    })
  })

  it('opens a fleet without a window for a schedule, and closes it afterwards', async () => {
    skippedMs = lookEveryMs
    const isDue: KeptSchedule = {
      ...{ id: randomUUID(), fleet: 'shop', isPaused: false, doneUntil: 0, begunUntil: 0 },
      draft: {
        ...{ name: 'Morning', time: { kind: 'once', at: Date.now() - 1000 }, shares: {} },
        ...{ work: { kind: 'launch', launch: { kind: 'account_status' } }, phones: { kind: 'all' } },
      },
      ...{ run: null, next: null, last: null, missed: null, use: null },
    }
    let written: readonly KeptSchedule[] = []
    schedulesFile = { read: () => [isDue], write: (all) => (written = all) }
    const all = openAll()
    const ended = new Promise((resolve) => all.onEnded(resolve))
    expect(written[0]?.run, 'it stands in the file before it begins').not.toBeNull()
    expect(all.unfinished.schedules).toBe(1)
    await posted
    expect(await ended).toBe('shop')
    expect(written[0]).toMatchObject({ run: null, last: { outcome: 'failed', counts: { failed: 1 } } })
  })

  it('reports the task steps that opening another fleet cancels', async () => {
    const running = open()
    const page = attach(running)
    await page.event((event) => event.type === 'devices' && event.devices.status === 'ready')
    await page.bridge.call('devices.edit', { publicIds: ['dev_a'], edit: { notes: 'x' } })
    await page.event((event) => event.type === 'task' && event.task.steps[0]?.state === 'under-way')
    expect(running.unfinished.steps).toBe(1)
    await page.bridge.call('fleets.open', { id: 'lab' })
    expect(running.unfinished.steps).toBe(0)
    const notice = await page.event(({ type }) => type === 'notice')
    expect(notice).toMatchObject({ publicId: null, fault: { kind: 'run-given-up', steps: 1 } })
    const opened = page.events.map(({ type }) => type).lastIndexOf('opened')
    expect(page.events.indexOf(notice), 'or the new fleet would clear it').toBeGreaterThan(opened)
  })

  it('reads the vocabulary file at the start and when a fleet opens', async () => {
    await writeFile(vocabularyPath(), '{"abandonedJob": "dropped"}')
    const page = attach(open())
    const first = await page.event(({ type }) => type === 'vocabulary')
    expect(first).toMatchObject({ vocabulary: { inUse: true, words: { abandonedJob: 'dropped' } } })
    await writeFile(vocabularyPath(), '{"abandonedJob": }')
    await page.bridge.call('fleets.open', { id: 'lab' })
    const { vocabulary, devices } = await page.bridge.call('app.state', {})
    expect(vocabulary).toMatchObject({ inUse: false, words: { abandonedJob: 'failed' } })
    expect(vocabulary.fault).toMatchObject({ kind: 'vocabulary-file', reason: 'not-json' })
    expect(devices.status, 'the fleet opens all the same').not.toBe('failed')
    await page.event((event) => event.type === 'vocabulary' && event.vocabulary.fault !== null)
  })

  it('reports and changes preferences', async () => {
    const page = attach(open())
    expect((await page.bridge.call('app.state', {})).preferences).toEqual(defaultPreferences)
    await page.bridge.call('preferences.change', { tileSize: 300 })
    const reported = await page.event(({ type }) => type === 'preferences')
    expect(reported).toMatchObject({ preferences: { ...defaultPreferences, tileSize: 300 } })
    expect((await page.bridge.call('app.state', {})).preferences.tileSize).toBe(300)
    expect(preferences.now.tileSize).toBe(300)
  })

  it('restores the last view of a fleet until the fleet is removed', async () => {
    const page = attach(open())
    const left = { ...noLastView, search: 'a', selected: ['dev_a'], focused: 'dev_a' }
    page.bridge.tell('view.keep', { fleetId: 'lab', lastView: left })
    page.bridge.tell('view.keep', { fleetId: 'no such', lastView: { ...left, search: 'other' } })
    expect((await page.bridge.call('app.state', {})).lastView).toEqual(left)
    await page.bridge.call('fleets.open', { id: 'lab' })
    expect(page.events.findLast(({ type }) => type === 'opened')).toMatchObject({ lastView: left })
    await page.bridge.call('fleets.remove', { id: 'lab' })
    expect((await page.bridge.call('app.state', {})).lastView).toEqual(noLastView)
  })

  it('reports the permissions of the open fleet’s key, and resets them with another', async () => {
    const page = attach(open())
    show(page)
    await page.event(isLive)
    await page.event((event) => event.type === 'scopes' && event.scopes.automations === 'missing')
    const known = { read: 'granted', control: 'missing', upload: 'missing', automations: 'missing' }
    const { scopes } = await page.bridge.call('app.state', {})
    expect(scopes).toEqual({ ...known, stream: 'granted', manage: 'unknown' })
    access = () => Promise.reject(new FaultError({ kind: 'keychain', reason: 'locked' }))
    await page.bridge.call('fleets.open', { id: 'lab' })
    expect((await page.bridge.call('app.state', {})).scopes).toEqual(unknownScopes)
    expect(page.events.filter(({ type }) => type === 'scopes').at(-1)).toMatchObject({
      scopes: unknownScopes,
    })
  })

  it('learns from a refused action which scope the key lacks', async () => {
    scopeOf = {}
    const page = attach(open())
    await posted
    scopeOf['/actions'] = 'manage'
    const act = page.bridge.call('device.act', { publicId: 'dev_a', action: { type: 'recalibrate' } })
    await act.catch(() => undefined)
    await page.event((event) => event.type === 'scopes' && event.scopes.manage === 'missing')
  })

  it('ends the press of a page that another replaces, and takes the new one’s', async () => {
    scopeOf['/actions'] = 'manage'
    const running = open()
    const first = attach(running)
    show(first)
    await first.event(isLive)
    first.bridge.tell('control.send', press(10))
    const socket = await control
    expect(await nextMessage(socket)).toMatchObject({ type: 'mouse', x: 10, buttons: 1 })
    const released = nextMessage(socket)
    const second = attach(running)
    expect(await released).toMatchObject({ type: 'mouse', x: 10, buttons: 0 })
    show(second)
    const pressedAgain = nextMessage(socket)
    second.bridge.tell('control.send', press(20))
    expect(await pressedAgain).toMatchObject({ type: 'mouse', x: 20, buttons: 1 })
  })

  it('filters the events of a phone’s own window', async () => {
    const running = open()
    const page = attach(running)
    await page.event((event) => event.type === 'devices' && event.devices.status === 'ready')
    const [own, other] = [attach(running, 'phone dev_a'), attach(running, 'phone dev_b')]
    const states = await Promise.all([own, other].map(({ bridge }) => bridge.call('app.state', {})))
    expect(states.map(({ devices, tiles }) => [devices.devices.length, tiles.length])).toEqual([
      [1, 1],
      [0, 0],
    ])
    show(page)
    await page.bridge.call('devices.edit', { publicIds: ['dev_a'], edit: { notes: 'x' } })
    await page.event(({ type }) => type === 'tasks')
    await own.event(isLive)
    await page.bridge.call('preferences.change', { tileSize: 300 })
    for (const each of [own, other]) await each.event(({ type }) => type === 'preferences')
    const typesOf = ({ events }: Page) => new Set(events.map(({ type }) => type))
    expect(typesOf(own)).not.toContain('tasks')
    expect(typesOf(other)).not.toContain('tile')
  })

  it('pauses frames while the page scrolls, except for phones new in sight', async () => {
    devices = ['dev_a', 'dev_b'].map((public_id) => ({ ...device, public_id }))
    firstFrame = jpegHeaders(100, 200)
    const running = open()
    const page = attach(running)
    const { a: pageSide, b: coreSide } = memoryPorts<ArrayBuffer>()
    running.attachFrames(firstWall, coreSide)
    const got: { tile: number; width: number }[] = []
    let seen: () => void = () => undefined
    pageSide.onMessage((message) => {
      for (const { tile, number, jpeg } of unpackFrames(message)) {
        got.push({ tile, width: jpegSize(jpeg)?.width ?? 0 })
        pageSide.send(packCredits([{ tile, number }]))
      }
      seen()
    })
    const hasGot = (count: number) =>
      new Promise<void>((resolve) => {
        seen = () => got.length >= count && resolve()
        seen()
      })
    const look = (visible: string[]) =>
      page.bridge.tell('view.show', { visible, focused: null, windowVisible: true })
    look(['dev_a'])
    await hasGot(1)
    page.bridge.tell('view.scroll', { scrolling: true })
    const turned = page.event((event) => event.type === 'tile' && event.tile.snapshot?.width === 200)
    streams[0]?.send(jpegHeaders(200, 100))
    await turned
    look(['dev_a', 'dev_b'])
    await hasGot(2)
    page.bridge.tell('view.scroll', { scrolling: false })
    await hasGot(3)
    const [first, other] = got
    expect(got).toEqual([
      { tile: first?.tile, width: 100 },
      { tile: other?.tile, width: 100 },
      { tile: first?.tile, width: 200 },
    ])
  })

  it('reports input that opening another fleet cuts short', async () => {
    scopeOf['/actions'] = 'manage'
    const page = attach(open())
    show(page)
    await page.event(isLive)
    page.bridge.tell('control.send', { publicId: 'dev_a', gesture: { kind: 'hover' } })
    await page.event((event) => event.type === 'tile' && event.tile.control === 'ready')
    page.bridge.tell('control.send', press(10))
    await nextMessage(await control)
    await page.bridge.call('fleets.open', { id: 'lab' })
    const notice = await page.event(({ type }) => type === 'notice')
    expect(notice).toMatchObject({ publicId: null, fault: { kind: 'input-unconfirmed', names: ['A'] } })
    const opened = page.events.map(({ type }) => type).lastIndexOf('opened')
    expect(page.events.indexOf(notice)).toBeGreaterThan(opened)
    expect(page.events.filter(({ type }) => type === 'notice')).toHaveLength(1)
  })

  it('cancels the uploads to a removed fleet and keeps their rows', async () => {
    const page = attach(open())
    await page.event((event) => event.type === 'devices' && event.devices.devices.length === 1)
    files.put('f', memoryFile(content(10)))
    const { ids } = await page.bridge.call('uploads.add', { fileIds: ['f'], publicIds: ['dev_a'] })
    await page.bridge.call('fleets.remove', { id: 'lab' })
    expect(removed).toEqual(['lab'])
    const { uploads } = await page.bridge.call('app.state', {})
    expect(uploads).toMatchObject({
      uploads: [{ id: ids[0], fleetId: 'lab', state: 'cancelled' }],
      sum: { counts: { cancelled: 1, waiting: 0 }, bytes: 0 },
    })
  })
})
