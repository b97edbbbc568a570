import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { connect, type Bridge } from '../../src-shared/bridge/connect'
import type { AppEvent } from '../../src-shared/bridge/app-state'
import { callSchemas, type CallHandlers, type TellHandlers } from '../../src-shared/bridge/contract'
import { serve, type Served } from '../../src-shared/bridge/serve'
import { FaultError, type Fault } from '../../src-shared/protocol/fault'
import { transports, type Ends } from './transports'

const offline: Fault = { kind: 'problem', code: 'device_offline', status: 503, detail: 'It is away.' }

/** A fake core that records calls; a test sets their answers. */
function createCore() {
  const heard: [string, unknown][] = []
  const answers: Partial<Record<keyof CallHandlers, () => unknown>> = {}
  const handler = (name: keyof CallHandlers) => (params: unknown) => {
    heard.push([name, params])
    return (answers[name]?.() ?? null) as never
  }
  const calls: CallHandlers = {
    'app.state': handler('app.state'),
    'preferences.change': handler('preferences.change'),
    'diagnostics.save': handler('diagnostics.save'),
    'outcomes.clear': handler('outcomes.clear'),
    'work.stopAll': handler('work.stopAll'),
    'proxy.choose': handler('proxy.choose'),
    'fleets.add': handler('fleets.add'),
    'fleets.isTied': handler('fleets.isTied'),
    'fleets.open': handler('fleets.open'),
    'fleets.change': handler('fleets.change'),
    'fleets.move': handler('fleets.move'),
    'fleets.export': handler('fleets.export'),
    'fleets.readExport': handler('fleets.readExport'),
    'fleets.remove': handler('fleets.remove'),
    'devices.refresh': handler('devices.refresh'),
    'device.act': handler('device.act'),
    'device.copy': handler('device.copy'),
    'device.picture': handler('device.picture'),
    'captures.describe': handler('captures.describe'),
    'captures.sheet': handler('captures.sheet'),
    'devices.screenshot': handler('devices.screenshot'),
    'devices.ask': handler('devices.ask'),
    'tasks.answers': handler('tasks.answers'),
    'recordings.start': handler('recordings.start'),
    'recordings.stop': handler('recordings.stop'),
    'captures.list': handler('captures.list'),
    'captures.missing': handler('captures.missing'),
    'captures.thumbnail': handler('captures.thumbnail'),
    'captures.picture': handler('captures.picture'),
    'captures.delete': handler('captures.delete'),
    'conversions.start': handler('conversions.start'),
    'conversions.finish': handler('conversions.finish'),
    'conversions.cancel': handler('conversions.cancel'),
    'programs.grants': handler('programs.grants'),
    'programs.grant': handler('programs.grant'),
    'programs.revoke': handler('programs.revoke'),
    'programs.open': handler('programs.open'),
    'programs.stop': handler('programs.stop'),
    'rules.save': handler('rules.save'),
    'rules.switch': handler('rules.switch'),
    'rules.remove': handler('rules.remove'),
    'rules.unwatch': handler('rules.unwatch'),
    'flows.list': handler('flows.list'),
    'flows.plan': handler('flows.plan'),
    'flows.run': handler('flows.run'),
    'files.show': handler('files.show'),
    'texts.locate': handler('texts.locate'),
    'captures.chooseFolder': handler('captures.chooseFolder'),
    'flows.edit': handler('flows.edit'),
    'flows.openReport': handler('flows.openReport'),
    'flows.again': handler('flows.again'),
    'flows.pause': handler('flows.pause'),
    'flows.resume': handler('flows.resume'),
    'flows.tryNow': handler('flows.tryNow'),
    'flows.leave': handler('flows.leave'),
    'flows.stop': handler('flows.stop'),
    'flows.failure': handler('flows.failure'),
    'flows.record': handler('flows.record'),
    'flows.look': handler('flows.look'),
    'flows.lookTexts': handler('flows.lookTexts'),
    'flows.check': handler('flows.check'),
    'flows.undoStep': handler('flows.undoStep'),
    'flows.finish': handler('flows.finish'),
    'flows.history': handler('flows.history'),
    'flows.kept': handler('flows.kept'),
    'flows.trends': handler('flows.trends'),
    'flows.verdicts': handler('flows.verdicts'),
    'flows.openKept': handler('flows.openKept'),
    'flows.forget': handler('flows.forget'),
    'devices.edit': handler('devices.edit'),
    'devices.editEach': handler('devices.editEach'),
    'devices.exportCsv': handler('devices.exportCsv'),
    'devices.act': handler('devices.act'),
    'devices.actEach': handler('devices.actEach'),
    'automations.launch': handler('automations.launch'),
    'tasks.cancel': handler('tasks.cancel'),
    'tasks.pause': handler('tasks.pause'),
    'tasks.tryNow': handler('tasks.tryNow'),
    'tasks.retry': handler('tasks.retry'),
    'tasks.clear': handler('tasks.clear'),
    'journal.dismiss': handler('journal.dismiss'),
    'activity.list': handler('activity.list'),
    'activity.export': handler('activity.export'),
    'usage.read': handler('usage.read'),
    'usage.history': handler('usage.history'),
    'jobs.read': handler('jobs.read'),
    'jobs.readAll': handler('jobs.readAll'),
    'jobs.busy': handler('jobs.busy'),
    'schedules.plan': handler('schedules.plan'),
    'schedules.save': handler('schedules.save'),
    'schedules.remove': handler('schedules.remove'),
    'schedules.pause': handler('schedules.pause'),
    'schedules.run': handler('schedules.run'),
    'schedules.stop': handler('schedules.stop'),
    'schedules.see': handler('schedules.see'),
    'schedules.folder': handler('schedules.folder'),
    'sheets.list': handler('sheets.list'),
    'sheets.keep': handler('sheets.keep'),
    'sheets.read': handler('sheets.read'),
    'sheets.remove': handler('sheets.remove'),
    'sheets.export': handler('sheets.export'),
    'uploads.add': handler('uploads.add'),
    'uploads.addEach': handler('uploads.addEach'),
    'uploads.retry': handler('uploads.retry'),
    'uploads.retryFailed': handler('uploads.retryFailed'),
    'uploads.tryNow': handler('uploads.tryNow'),
    'uploads.cancel': handler('uploads.cancel'),
    'uploads.cancelAll': handler('uploads.cancelAll'),
    'uploads.clear': handler('uploads.clear'),
  }
  const tells: TellHandlers = {
    'view.show': (params) => void heard.push(['view.show', params]),
    'page.failed': (params) => void heard.push(['page.failed', params]),
    'view.scroll': (params) => void heard.push(['view.scroll', params]),
    'view.pause': (params) => void heard.push(['view.pause', params]),
    'texts.search': (params) => void heard.push(['texts.search', params]),
    'page.touched': (params) => void heard.push(['page.touched', params]),
    'view.keep': (params) => void heard.push(['view.keep', params]),
    'control.mirror': (params) => void heard.push(['control.mirror', params]),
    'control.send': (params) => void heard.push(['control.send', params]),
    'control.giveUp': (params) => void heard.push(['control.giveUp', params]),
    'control.release': (params) => void heard.push(['control.release', params]),
    'control.takeBack': (params) => void heard.push(['control.takeBack', params]),
    'jobs.interrupt': (params) => void heard.push(['jobs.interrupt', params]),
    'jobs.letRun': (params) => void heard.push(['jobs.letRun', params]),
    'news.seen': (params) => void heard.push(['news.seen', params]),
    'news.show': (params) => void heard.push(['news.show', params]),
    'stream.retry': (params) => void heard.push(['stream.retry', params]),
  }
  return { heard, answers, calls, tells }
}

const faultOfCall = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (thrown: unknown) => (thrown as FaultError).fault,
  )

// Node 20 has no global WebSocket, but the page's adapter reads its constants.
beforeAll(() => void vi.stubGlobal('WebSocket', WebSocket))
afterAll(() => void vi.unstubAllGlobals())

describe.each(transports)('the bridge over $name', ({ open }) => {
  let ends: Ends
  let core: ReturnType<typeof createCore>
  let rejected: string[]
  let served: Served
  let bridge: Bridge

  beforeEach(async () => {
    ends = await open()
    core = createCore()
    rejected = []
    served = serve(ends.core, core.calls, core.tells, (reason) => rejected.push(reason))
    bridge = connect(ends.page)
  })
  afterEach(async () => {
    bridge.close()
    await ends.dispose()
  })

  /** Waits until all earlier messages have arrived. */
  const settled = () => bridge.call('devices.refresh', {})
  const closed = () => new Promise<void>((resolve) => void bridge.onClose(resolve))

  it('answers a call with the core’s result', async () => {
    core.answers['fleets.add'] = () => Promise.resolve({ id: 'fleet-1' })
    const params = { name: 'Lab', baseUrl: 'https://a.example/v1', wsBaseUrl: '', apiKey: 'k' }
    expect(await bridge.call('fleets.add', params)).toEqual({ id: 'fleet-1' })
    expect(core.heard).toEqual([['fleets.add', params]])
  })

  it('matches answers to calls in any order', async () => {
    let finish: (result: { id: string }) => void = () => undefined
    core.answers['uploads.retry'] = () => new Promise((resolve) => (finish = resolve))
    const slow = bridge.call('uploads.retry', { id: 'a' })
    expect(await bridge.call('uploads.cancel', { id: 'b' })).toBeNull()
    finish({ id: 'c' })
    expect(await slow).toEqual({ id: 'c' })
  })

  it('answers with the fault that the core throws', async () => {
    core.answers['device.act'] = () => Promise.reject(new FaultError(offline))
    const call = bridge.call('device.act', { publicId: 'dev_a', action: { type: 'tap', x: 1, y: 2 } })
    expect(await faultOfCall(call)).toEqual(offline)
  })

  it('answers with a `defect` fault when the core throws any other error', async () => {
    core.answers['fleets.open'] = () => {
      throw new Error('a defect')
    }
    expect(await faultOfCall(bridge.call('fleets.open', { id: 'a' }))).toEqual({
      kind: 'internal',
      detail: 'a defect',
    })
  })

  it.each(['no.such', 'toString', '__proto__', 'view.show'])(
    'refuses a call of the unknown command %s',
    async (command) => {
      const fault = await faultOfCall(bridge.call(command as 'fleets.open', { id: 'a' }))
      expect(fault).toMatchObject({ kind: 'internal' })
      expect(rejected).toEqual([`no command ${command}`])
      expect(core.heard).toEqual([])
    },
  )

  it.each([
    ['a missing one', {}],
    ['one of another type', { id: 1 }],
    ['one too many', { id: 'a', more: true }],
    ['none at all', null],
  ])('refuses a call with bad parameters: %s', async (_, params) => {
    const fault = await faultOfCall(bridge.call('fleets.open', params as { id: string }))
    expect(fault).toMatchObject({ kind: 'internal' })
    expect(rejected).toEqual(['bad parameters for fleets.open'])
    expect(core.heard).toEqual([])
  })

  it('refuses and counts messages that are not envelopes, and goes on', async () => {
    const strange = [
      null,
      7,
      'text',
      [],
      {},
      { kind: 'call' },
      { kind: 'call', id: -1, command: 'app.state' },
    ]
    for (const message of strange) ends.page.send(message)
    await settled()
    expect(rejected).toEqual(strange.map(() => 'not an envelope'))
  })

  it('delivers one-way commands in order with the calls', async () => {
    bridge.tell('control.takeBack', { publicId: 'dev_a' })
    const call = bridge.call('uploads.clear', {})
    bridge.tell('stream.retry', { publicId: 'dev_b' })
    await call
    await settled()
    expect(core.heard.map(([name]) => name)).toEqual([
      'control.takeBack',
      'uploads.clear',
      'stream.retry',
      'devices.refresh',
    ])
  })

  it('refuses unknown one-way commands and bad parameters', async () => {
    bridge.tell('app.state' as 'stream.retry', { publicId: 'dev_a' })
    bridge.tell('stream.retry', { publicId: '' })
    const gesture = {
      kind: 'pointer',
      press: 1,
      phase: 'down',
      x: 0.5,
      y: 1,
      space: { width: 2, height: 2 },
    } as const
    bridge.tell('control.send', { publicId: 'dev_a', gesture })
    await settled()
    expect(rejected).toEqual([
      'no command app.state',
      'bad parameters for stream.retry',
      'bad parameters for control.send',
    ])
    expect(core.heard).toEqual([['devices.refresh', {}]])
  })

  it('delivers events in order, before a later answer', async () => {
    const events: AppEvent[] = []
    bridge.onEvent((event) => events.push(event))
    const emitted = Array.from({ length: 50 }, (_, index): AppEvent => {
      return { type: 'notice', publicId: `dev_${index}`, fault: offline }
    })
    core.answers['devices.refresh'] = () => {
      for (const event of emitted) served.emit(event)
      return null
    }
    await settled()
    expect(events).toEqual(emitted)
  })

  it('sends no event to a removed listener', async () => {
    const events: AppEvent[] = []
    const stop = bridge.onEvent((event) => events.push(event))
    stop()
    served.emit({ type: 'pace', pace: null })
    await settled()
    expect(events).toEqual([])
  })

  it('rejects pending calls with `cancelled` when the core closes', async () => {
    core.answers['fleets.remove'] = () => new Promise(() => undefined)
    const [first, second] = [1, 2].map((id) => faultOfCall(bridge.call('fleets.remove', { id: `${id}` })))
    await settled()
    const ended = closed()
    served.close()
    expect(await Promise.all([first, second])).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }])
    await ended
    expect(await faultOfCall(bridge.call('devices.refresh', {}))).toEqual({ kind: 'cancelled' })
  })

  it('closes the core’s end once when the page closes; later sends do nothing', async () => {
    let closes = 0
    ends.core.onClose(() => closes++)
    const atCore = new Promise<void>((resolve) => void ends.core.onClose(resolve))
    bridge.close()
    await atCore
    bridge.close()
    served.close()
    served.emit({ type: 'pace', pace: null })
    bridge.tell('stream.retry', { publicId: 'dev_a' })
    expect(closes).toBe(1)
    expect(core.heard).toEqual([])
  })

  it('does not keep or call a removed close listener', async () => {
    const before = ends.coreListeners('close')
    const called: number[] = []
    const stops = Array.from({ length: 8 }, (_, index) => ends.core.onClose(() => called.push(index)))
    for (const stop of stops) stop()
    expect(ends.coreListeners('close')).toBe(before)
    const atCore = new Promise<void>((resolve) => void ends.core.onClose(resolve))
    bridge.close()
    await atCore
    expect(called).toEqual([])
  })

  it('leaks no message listener', async () => {
    const before = ends.coreListeners('message')
    const stops = Array.from({ length: 8 }, () => ends.core.onMessage(() => undefined))
    expect(ends.coreListeners('message')).toBe(before + 8)
    for (const stop of stops) stop()
    expect(ends.coreListeners('message')).toBe(before)
    await settled()
    expect(core.heard).toHaveLength(1)
  })
})

it.each(['fleets.add', 'fleets.change'] as const)('%s takes no name that is turned around', (call) => {
  expect(callSchemas[call].shape.name.parse('\u202Egnp.exe')).toBe('gnp.exe')
})
