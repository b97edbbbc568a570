import { noPrograms } from '../../../../src-shared/features/programs-state'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import vocabularyFile from '../../../../resources/vocabulary.json'
import { connect } from '../../../../src-shared/bridge/connect'
import type { AppEvent, AppState } from '../../../../src-shared/bridge/app-state'
import type { DevicesState } from '../../../../src-shared/features/phones'
import { noLastView } from '../../../../src-shared/features/last-view'
import { defaultPreferences } from '../../../../src-shared/features/preferences-state'
import { noUploadsSum } from '../../../../src-shared/features/upload-state'
import { unknownUsage } from '../../../../src-shared/features/usage-state'
import type { Down, Up } from '../../../../src-shared/bridge/envelope'
import type { Port } from '../../../../src-shared/bridge/port'
import type { Device } from '../../../../src-shared/protocol/device'
import type { Fault } from '../../../../src-shared/protocol/fault'
import { unknownScopes } from '../../../../src-shared/protocol/scope'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'
import type { CloseReason } from '../../../../src-renderer/host/host'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { useDevices } from '../../../../src-renderer/stores/devices'
import { useDrafts } from '../../../../src-renderer/features/phones/drafts'
import { feedStores } from '../../../../src-renderer/app/sync/feed-stores'
import { useFilter } from '../../../../src-renderer/stores/filter'
import { useFleets } from '../../../../src-renderer/stores/fleets'
import { useJobs } from '../../../../src-renderer/features/jobs/jobs'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { usePreferences } from '../../../../src-renderer/stores/preferences'
import { emptyDraft } from '../../../../src-renderer/rules/phone-edit'
import { useTasks } from '../../../../src-renderer/stores/tasks'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import { useUploads } from '../../../../src-renderer/features/uploads/uploads'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useView } from '../../../../src-renderer/stores/view'
import { fakeHost } from '../../fake-host'
import { fakeDevice, fakeTile } from '../../fake-phone'

const ready = (...devices: Device[]) => ({ status: 'ready' as const, devices, fault: null })

const words = vocabularySchema.parse(vocabularyFile)

const state: AppState = {
  version: '1.2.3',
  policy: null,
  canUpdate: true,
  isSandboxed: true,
  fleets: { fleets: [], activeId: '', elsewhere: [], keychain: true },
  devices: ready(fakeDevice('a'), fakeDevice('b', { labels: [{ name: 'Demo', color: '#00ff00' }] })),
  tiles: [fakeTile('a', { tile: 1 }), fakeTile('b', { tile: 2, state: 'connecting' })],
  underWay: [{ publicId: 'b', what: { type: 'recalibrate' } }],
  jobs: [],
  usage: unknownUsage,
  scopes: unknownScopes,
  uploads: { uploads: [], sum: noUploadsSum },
  tasks: [],
  flows: { recording: null, runs: [] },
  texts: { text: null, reading: 0, unread: 0, hits: [] },
  rules: [],
  looksLateS: 0,
  schedules: [],
  workElsewhere: [],
  openFleets: [],
  programs: noPrograms,
  recordings: { running: [], bytesLeft: null },
  pace: { framesPerSecond: 120, each: 4 },
  paused: null,
  walls: [1],
  vocabulary: { words, path: '/data/vocabulary.json', inUse: false, fault: null },
  preferences: { ...defaultPreferences, tileSize: 400 },
  lastView: noLastView,
  left: [],
  news: [],
  outcomes: [],
}

/** A core that answers `app.state` on request and emits given events. */
function hostOfCore(over: { phone?: string } = {}) {
  const reopened: (readonly string[])[] = []
  const hear = new Set<(message: unknown) => void>()
  const calls: Extract<Up, { kind: 'call' }>[] = []
  let closed: (reason: CloseReason) => void = () => undefined
  const port: Port<unknown> = {
    send: (message) => {
      const up = message as Up
      if (up.kind === 'call') calls.push(up)
    },
    onMessage: (listener) => {
      hear.add(listener)
      return () => hear.delete(listener)
    },
    onClose: () => () => undefined,
    close: () => undefined,
  }
  const down = (message: Down) => hear.forEach((listener) => listener(message))
  const host = fakeHost({
    platform: 'darwin',
    phone: over.phone ?? null,
    bridge: connect(port),
    onClosed: (listener) => (closed = listener),
    reopenOwnWindows: (publicIds) => void reopened.push(publicIds),
  })
  return {
    host,
    calls,
    reopened,
    emit: (event: AppEvent) => down({ kind: 'event', event }),
    answer: () => down({ kind: 'reply', id: calls[0]?.id ?? -1, ok: true, result: state }),
    close: (reason: CloseReason) => closed(reason),
  }
}

let forgotten: number[]
const router = { forget: (tiles: number[]) => forgotten.push(...tiles) }

async function fed(over: Parameters<typeof hostOfCore>[0] = {}) {
  const core = hostOfCore(over)
  const done = feedStores(core.host, router)
  core.answer()
  await done
  return core
}

beforeEach(() => {
  setActivePinia(createPinia())
  forgotten = []
})

describe('feedStores', () => {
  it('loads the whole state first', async () => {
    const core = await fed()
    expect(core.calls.map(({ command }) => command)).toEqual(['app.state'])
    expect(useConnection()).toMatchObject({ state: 'open', platform: 'darwin' })
    expect(useDevices().nameOf('a')).toBe('Phone a')
    expect([...useTiles().underWay]).toEqual([['b', { type: 'recalibrate' }]])
    expect(useTiles().liveCount).toBe(1)
  })

  it('reopens own windows once per opened fleet, when its phones are listed', async () => {
    const { emit, reopened } = await fed()
    expect(reopened).toEqual([['a', 'b']])
    emit({ type: 'devices', devices: state.devices, tiles: state.tiles })
    expect(reopened).toHaveLength(1)
    const loading: DevicesState = { status: 'loading', devices: [], fault: null }
    emit({
      type: 'opened',
      devices: loading,
      tiles: [],
      jobs: [],
      usage: unknownUsage,
      uploadsSum: noUploadsSum,
      lastView: noLastView,
    })
    expect(reopened).toHaveLength(1)
    emit({ type: 'devices', devices: state.devices, tiles: state.tiles })
    expect(reopened).toHaveLength(2)
  })

  it('replaces state by each event', async () => {
    const { emit } = await fed()
    emit({ type: 'tile', tile: fakeTile('b', { tile: 2 }) })
    expect(useTiles().liveCount).toBe(2)
    emit({ type: 'notice', publicId: 'a', fault: { kind: 'input-not-sent', why: 'channel-closed' } })
    expect(useNotices().notices.map(({ publicId }) => publicId)).toEqual(['a'])
    emit({ type: 'notice', publicId: null, fault: { kind: 'input-not-sent', why: 'channel-closed' } })
    expect(useNotices().notices.map(({ publicId }) => publicId)).toEqual(['a', null])
  })

  it('shows runs and waiting edits until another fleet is opened', async () => {
    const { emit } = await fed()
    const step = (publicId: string, stepState: 'done' | 'waiting') => ({
      publicId,
      deviceName: publicId,
      state: stepState,
      fault: null,
    })
    const task = (id: string, notes: string) => ({
      id,
      work: { kind: 'edit' as const, edit: { notes } },
      steps: [step('a', 'done'), step('b', 'waiting')],
      paused: false,
      waitsUntil: null,
      startedAt: 0,
      endedBy: null,
    })
    emit({ type: 'tasks', tasks: [task('1', 'first'), task('2', 'second')] })
    expect([...useTasks().pendingEdits]).toEqual([['b', [{ notes: 'first' }, { notes: 'second' }]]])
    const [first] = useTasks().tasks
    emit({ type: 'task', task: { ...task('2', 'second'), steps: [step('b', 'done')] } })
    expect([...useTasks().pendingEdits]).toEqual([['b', [{ notes: 'first' }]]])
    expect(useTasks().tasks[0], 'an unchanged task keeps its identity').toBe(first)
    emit({ type: 'task', task: task('3', 'gone') })
    expect(useTasks().tasks.map(({ id }) => id)).toEqual(['1', '2'])
    emit({
      type: 'opened',
      devices: state.devices,
      tiles: state.tiles,
      jobs: [],
      usage: state.usage,
      uploadsSum: noUploadsSum,
      lastView: noLastView,
    })
    expect(useTasks().tasks).toEqual([])
  })

  it('inspects the focused, selected or current phones, with one inspector a place', async () => {
    await fed()
    const selection = useSelection()
    const view = useView()
    view.current = 'a'
    expect(selection.inspected).toEqual(['a'])
    selection.select(['b'])
    expect(selection.inspected).toEqual(['b'])
    expect(view.inspectorShown).toBe(false)
    view.toggleInspector()
    expect(view.inspectorShown).toBe(true)
    view.open('a')
    expect(selection.inspected).toEqual(['a'])
    view.toggleInspector()
    expect(view.inspectorShown).toBe(false)
    view.back()
    expect(view.inspectorShown).toBe(true)
  })

  it('shows the same notice on the same phone once', async () => {
    const { emit } = await fed()
    emit({ type: 'notice', publicId: 'a', fault: { kind: 'input-not-sent', why: 'channel-closed' } })
    emit({ type: 'notice', publicId: 'a', fault: { kind: 'input-not-sent', why: 'channel-closed' } })
    emit({ type: 'notice', publicId: 'b', fault: { kind: 'input-not-sent', why: 'channel-closed' } })
    expect(useNotices().notices.map(({ publicId }) => publicId)).toEqual(['a', 'b'])
  })

  it('deselects and leaves a phone that is gone from the fleet', async () => {
    const { emit } = await fed()
    const selection = useSelection()
    const view = useView()
    selection.select(['a', 'b'])
    view.open('b')
    emit({ type: 'devices', devices: ready(fakeDevice('a')), tiles: [fakeTile('a', { tile: 1 })] })
    expect([...selection.ids]).toEqual(['a'])
    expect(view.focused).toBeNull()
    expect(useTiles().tiles.has('b')).toBe(false)
    expect(forgotten).toEqual([2])
  })

  it('forgets filter, focus and drafts when another fleet opens', async () => {
    const { emit } = await fed()
    const view = useView()
    useFilter().search = 'phone'
    view.open('a')
    useDrafts().keep(['a'], { ...emptyDraft, name: 'Ann' })
    emit({
      type: 'opened',
      devices: ready(fakeDevice('a')),
      tiles: [fakeTile('a', { tile: 7 })],
      jobs: [],
      usage: unknownUsage,
      uploadsSum: noUploadsSum,
      lastView: noLastView,
    })
    expect(useFilter().search).toBe('')
    expect(useDrafts().of(['a'])).toEqual(emptyDraft)
    expect(view.focused).toBeNull()
    expect(forgotten).toEqual([1, 2])
  })

  it('summarizes the uploads when another fleet opens', async () => {
    const { emit } = await fed()
    const uploadsSum = { ...noUploadsSum, counts: { ...noUploadsSum.counts, failed: 3 } }
    const none = { devices: ready(), tiles: [], jobs: [], usage: unknownUsage, lastView: noLastView }
    emit({ type: 'opened', ...none, uploadsSum })
    expect(useUploads().sum).toEqual(uploadsSum)
  })

  it('restores a fleet’s last view once its phones are listed', async () => {
    const { emit } = await fed()
    const selection = useSelection()
    const view = useView()
    const filter = useFilter()
    const lastView = { ...noLastView, search: 'phone', selected: ['a', 'gone'], focused: 'b' }
    const loading = { status: 'loading' as const, devices: [], fault: null }
    const left = { usage: unknownUsage, uploadsSum: noUploadsSum, lastView }
    emit({ type: 'opened', devices: loading, tiles: [], jobs: [], ...left })
    expect([filter.search, selection.ids.size, view.focused]).toEqual(['phone', 0, null])
    emit({
      type: 'devices',
      devices: ready(fakeDevice('a'), fakeDevice('b')),
      tiles: [fakeTile('a', { tile: 3 }), fakeTile('b', { tile: 4 })],
    })
    expect([filter.search, [...selection.ids], view.focused]).toEqual(['phone', ['a'], 'b'])
  })

  it('keeps jobs until another fleet opens', async () => {
    const { emit } = await fed()
    const one = { publicId: 'a', jobs: [], fault: null }
    emit({ type: 'jobs', jobs: one })
    expect([...useJobs().byPhone.values()]).toEqual([one])
    const other = { ...one, publicId: 'c' }
    emit({
      type: 'opened',
      devices: ready(),
      tiles: [],
      jobs: [other],
      usage: unknownUsage,
      uploadsSum: noUploadsSum,
      lastView: noLastView,
    })
    expect([...useJobs().byPhone.values()]).toEqual([other])
  })

  it('keeps the missing permissions until another fleet opens', async () => {
    const { emit } = await fed()
    emit({
      type: 'scopes',
      scopes: { ...unknownScopes, read: 'granted', manage: 'missing', control: 'missing' },
    })
    expect(useFleets().missing).toEqual(['control', 'manage'])
    emit({ type: 'scopes', scopes: unknownScopes })
    expect(useFleets().missing).toEqual([])
  })

  it('uses a vocabulary file, and shows a notice when it is bad', async () => {
    const { emit } = await fed()
    const path = '/data/vocabulary.json'
    const theirs = { ...words, abandonedJob: 'dropped' }
    emit({ type: 'vocabulary', vocabulary: { words: theirs, path, inUse: true, fault: null } })
    expect(useConnection().vocabulary?.abandonedJob).toBe('dropped')
    expect(useNotices().notices).toEqual([])
    const fault: Fault = { kind: 'vocabulary-file', path, reason: 'encoding', detail: '' }
    emit({ type: 'vocabulary', vocabulary: { words, path, inUse: false, fault } })
    expect(useConnection().vocabulary).toEqual(words)
    expect(useNotices().notices).toMatchObject([{ publicId: null, fault }])
  })

  it('keeps a changed setting when the core sends an older one', async () => {
    const { emit } = await fed()
    const view = useView()
    expect(view.tileSize).toBe(400)
    emit({ type: 'preferences', preferences: { ...defaultPreferences, tileSize: 500 } })
    expect(view.tileSize).toBe(500)
    view.tileSize = 600
    emit({
      type: 'preferences',
      preferences: { ...defaultPreferences, tileSize: 500, shortcuts: { a: ['b'] } },
    })
    expect(view.tileSize).toBe(600)
    expect(usePreferences().now.shortcuts).toEqual({ a: ['b'] })
  })

  it('shows the frame-rate limit while there is one', async () => {
    const { emit } = await fed()
    expect(useConnection().pace).toEqual({ framesPerSecond: 120, each: 4 })
    emit({ type: 'pace', pace: { framesPerSecond: 80, each: 3 } })
    expect(useConnection().pace).toEqual({ framesPerSecond: 80, each: 3 })
    emit({ type: 'pace', pace: null })
    expect(useConnection().pace).toBeNull()
  })

  it('shows why all phones are paused, while they are', async () => {
    const { emit } = await fed()
    emit({ type: 'paused', paused: 'locked' })
    expect(useConnection().paused).toBe('locked')
    emit({ type: 'paused', paused: null })
    expect(useConnection().paused).toBeNull()
  })

  it('records why the bridge closed', async () => {
    const core = await fed()
    core.close('replaced')
    expect(useConnection().state).toBe('replaced')
  })
})

describe('the view', () => {
  it('finds phones by name, label and id, with all words', async () => {
    await fed()
    const filter = useFilter()
    filter.search = 'PHONE demo'
    expect(filter.shownIds).toEqual(['b'])
    filter.search = 'phone'
    expect(filter.shownIds).toEqual(['a', 'b'])
    filter.search = 'tablet'
    expect(filter.shownIds).toEqual([])
  })

  it('targets the selection only for phones in it', async () => {
    await fed()
    const selection = useSelection()
    expect(selection.targetsOf('a')).toEqual(['a'])
    expect(selection.targetsOf(null)).toEqual([])
    selection.select(['a', 'b'])
    expect(selection.targetsOf('a')).toEqual(['a', 'b'])
    expect(selection.targetsOf(null)).toEqual(['a', 'b'])
    selection.select(['b'])
    expect(selection.targetsOf('a')).toEqual(['a'])
  })

  it('extends the selection in the order of the wall', async () => {
    await fed()
    const selection = useSelection()
    selection.pick('b')
    selection.selectTo('a')
    expect([...selection.ids].sort()).toEqual(['a', 'b'])
  })
})
