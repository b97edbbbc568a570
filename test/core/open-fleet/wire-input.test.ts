import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fleet } from '../../../src-main/core/open-fleet/fleet'
import { FaultError } from '../../../src-shared/protocol/fault'
import { faultOfCall } from '../service/fault-of-call'
import { openControl, openLiveFleet, type FleetService } from './fleet-service'

const never = new AbortController().signal

describe('input for the phones of a fleet', () => {
  let service: FleetService
  beforeEach(async () => {
    service = await openLiveFleet()
  })
  afterEach(() => service.close())

  it('opens no control channel and sends no action without permission “control”', async () => {
    service.lack('control')
    service.fleet.presses.gesture('wall 1', 'dev_0', { kind: 'hover' })
    service.fleet.presses.gesture('wall 1', 'dev_0', { kind: 'key', key: 'enter' })
    const missing = { kind: 'scope-missing', scope: 'control' }
    const lost = { kind: 'input-not-sent', why: 'channel-closed', because: missing }
    expect(service.notices).toEqual([{ publicId: 'dev_0', fault: lost }])
    expect(await faultOfCall(service.fleet.act('dev_0', { type: 'press', name: 'home' }, 'wall 1'))).toEqual(
      missing,
    )
    service.clock.advance(2000)
    expect(service.asked.filter((request) => /control|POST/.test(request))).toEqual([])
  })

  it('does nothing on a phone that is view only, but reads from it', async () => {
    service.viewOnly = ['dev_0']
    const { fleet } = service
    fleet.presses.gesture('wall 1', 'dev_0', { kind: 'text', text: 'secret' })
    const home = { type: 'press', name: 'home' } as const
    const { signal } = new AbortController()
    const refused = [
      fleet.act('dev_0', home),
      fleet.flowInput.act('dev_0', home, signal),
      fleet.flowInput.type('dev_0', 'secret', signal),
    ]
    for (const each of refused) expect(await faultOfCall(each)).toEqual({ kind: 'view-only' })
    const launch = { kind: 'warm_up', account: null } as never
    const tasks = [fleet.tasks.act(['dev_0'], home), fleet.tasks.launch(['dev_0'], launch)]
    const faults = () => fleet.tasks.all().map(({ steps }) => steps[0]?.fault?.kind)
    await service.until(() => !faults().includes(undefined), 10)
    expect([faults(), tasks.length]).toEqual([['view-only', 'view-only'], 2])
    expect(service.notices).toEqual([{ publicId: 'dev_0', fault: { kind: 'view-only' } }])
    expect(service.asked.filter((request) => /control|POST/.test(request))).toEqual([])
    // This service has no clipboard, but it is asked.
    void fleet.act('dev_0', { type: 'clipboard_get' }).catch(() => undefined)
    await service.until(() => service.asked.some((request) => request.startsWith('POST')), 10)
  })

  it('sends nothing of a flow or a task between a finger’s going down and up', async () => {
    const { fleet } = service
    await openControl(service, 'dev_0')
    const pointer = { kind: 'pointer', press: 1, x: 1, y: 1, space: { width: 2, height: 2 } } as const
    const posts = () => service.asked.filter((request) => request.startsWith('POST')).length
    fleet.presses.gesture('wall 1', 'dev_0', { ...pointer, phase: 'down' })
    const home = { type: 'press', name: 'home' } as const
    const stop = new AbortController()
    const [flow, stopped] = [never, stop.signal].map((each) => fleet.flowInput.act('dev_0', home, each))
    fleet.tasks.act(['dev_0'], home)
    const ended = faultOfCall(stopped ?? Promise.reject(new Error('none')))
    let looks = 0
    await service.until(() => (looks += 1) > 100, 10)
    stop.abort(new FaultError({ kind: 'cancelled' }))
    expect([posts(), await ended]).toEqual([0, { kind: 'cancelled' }])
    fleet.presses.releasePage('wall 1')
    await service.until(() => posts() === 2, 10)
    await flow
  })

  it('refuses a chord while the phone types, and sends the next one', async () => {
    const arrived = await openControl(service, 'dev_0')
    const press = () => service.fleet.act('dev_0', { type: 'press', modifiers: ['ctrl'], key: 'a' }, 'wall 1')
    const posts = () => service.asked.filter((request) => request.startsWith('POST')).length
    service.fleet.presses.gesture('wall 1', 'dev_0', { kind: 'text', text: 'x'.repeat(500) })
    const chord = faultOfCall(press())
    await service.until(() => arrived.length === 1)
    service.clock.advance(14_900)
    await service.until(() => true)
    expect(posts()).toBe(0)
    service.clock.advance(100)
    expect(await chord).toEqual({ kind: 'input-not-sent', why: 'earlier-unanswered' })
    expect(posts()).toBe(0)
    service.clock.advance(1100)
    const again = press()
    await service.until(() => posts() === 1, 10)
    await again
  })

  it('takes a text that a flow types for no touch of a person', async () => {
    const arrived = await openControl(service, 'dev_0')
    let isDone = false
    const end = () => void (isDone = true)
    service.fleet.flowInput.type('dev_0', 'hi', new AbortController().signal).then(end, end)
    await service.until(() => isDone, 100)
    expect([arrived.length, service.touched]).toEqual([1, []])
    service.fleet.presses.gesture('wall 1', 'dev_0', { kind: 'key', key: 'enter' })
    await service.until(() => arrived.length > 1, 10)
    expect(service.touched).toEqual(['dev_0'])
  })

  it('marks what a flow’s text left out as heard by the flow', async () => {
    const { controls, heard, fleet } = service
    await openControl(service, 'dev_0')
    const control = controls.get('dev_0')
    const answer = () => control?.send(JSON.stringify({ type: 'typed', chars: 0, skipped: ['é'] }))
    control?.on('message', (data: Buffer) => {
      if ((JSON.parse(String(data)) as { type: string }).type === 'text') answer()
    })
    let skipped: readonly string[] = []
    void fleet.flowInput.type('dev_0', 'é', never).then((left) => (skipped = left))
    await service.until(() => skipped.length > 0, 100)
    answer()
    await service.until(() => service.notices.length === 2)
    expect(heard).toEqual([true, false])
  })

  it('keeps input for the next channel once the service closes this one', async () => {
    await openControl(service, 'dev_0')
    const first = service.controls.get('dev_0')
    const { _socket: connection } = first as unknown as { _socket: Duplex }
    let isAnswered = false
    connection.once('data', () => (isAnswered = true))
    connection.end = () => connection
    first?.close(1011)
    await service.until(() => isAnswered)
    service.fleet.presses.gesture('wall 1', 'dev_0', { kind: 'key', key: 'enter' })
    const arrived: unknown[] = []
    await service.until(() => service.controls.get('dev_0') !== first, 10)
    service.controls.get('dev_0')?.on('message', (data: Buffer) => arrived.push(JSON.parse(String(data))))
    await service.until(() => arrived.length > 0, 10)
    expect(arrived).toEqual([{ type: 'key', key: 'enter' }])
    expect(service.notices).toEqual([])
  })

  it('cuts a press when a job begins, and takes new presses after the job', async () => {
    const at = (press: number, phase: 'down' | 'move' | 'up', x: number) =>
      ({ kind: 'pointer', press, phase, x, y: 5, space: { width: 100, height: 200 } }) as const
    await openControl(service, 'dev_0')
    service.fleet.presses.gesture('wall 1', 'dev_0', at(1, 'down', 10))
    service.jobs.set('dev_0', [{ id: 'job', status: 'dispatched' }])
    await service.fleet.readJobs('dev_0')
    await service.until(() => service.state('dev_0').state === 'automation', 10)
    service.fleet.presses.gesture('wall 1', 'dev_0', at(1, 'move', 11))
    service.fleet.presses.gesture('wall 1', 'dev_0', at(1, 'up', 11))
    expect(service.notices.map(({ fault }) => fault)).toEqual([{ kind: 'input-partly-sent' }])
    // A press that begins during the job is lost as a whole.
    service.fleet.presses.gesture('wall 1', 'dev_0', at(2, 'down', 12))
    service.fleet.presses.gesture('wall 1', 'dev_0', { kind: 'hover' })
    expect(service.state('dev_0').control).toBe('closed')
    expect(service.notices.map(({ fault }) => fault.kind)).toEqual(['input-partly-sent', 'input-not-sent'])
    service.jobs.clear()
    await service.fleet.readJobs('dev_0')
    await service.until(() => service.state('dev_0').state === 'live', 100)
    const arrived = await openControl(service, 'dev_0')
    service.fleet.presses.gesture('wall 1', 'dev_0', at(2, 'move', 13))
    service.fleet.presses.gesture('wall 1', 'dev_0', at(2, 'up', 13))
    service.fleet.presses.gesture('wall 1', 'dev_0', at(3, 'down', 20))
    service.fleet.presses.gesture('wall 1', 'dev_0', at(3, 'up', 20))
    await service.until(() => arrived.length === 2)
    expect(arrived).toMatchObject([
      { x: 20, buttons: 1 },
      { x: 20, buttons: 0 },
    ])
  })

  it.each<[string, string, (fleet: Fleet) => unknown]>([
    ['screenshot', '/snapshot', ({ tasks }) => tasks.screenshot(['dev_0'], () => Promise.resolve(''))],
    ['screenshot by hand', '/snapshot', ({ screenshot }) => faultOfCall(screenshot.take('dev_0'))],
    ['action', '', ({ tasks }) => tasks.act(['dev_0'], { type: 'tap', x: 1, y: 1 }, { width: 2, height: 2 })],
  ])('asks a phone that is offline once for a task’s %s', async (_what, path, begin) => {
    service.fleet.show({ visible: [], focused: [], selected: [] })
    await service.until(() => service.state('dev_0').state === 'idle', 500)
    service.refuseReads = { status: 503, code: 'device_offline' }
    const reads = () => service.asked.filter((request) => request === `GET /devices/dev_0${path}`).length
    void begin(service.fleet)
    await service.until(() => reads() === 1)
    const until = service.clock.monotonic() + 30_000
    await service.until(() => service.clock.monotonic() >= until, 100)
    expect(reads()).toBe(1)
  })

  it('sends no action when a job is launched while earlier input settles', async () => {
    service.fleet.presses.gesture('wall 1', 'dev_1', { kind: 'hover' })
    await service.until(() => service.asked.includes('control dev_1'), 10)
    const faults: unknown[] = []
    void faultOfCall(service.fleet.act('dev_1', { type: 'press', name: 'home' }, 'wall 1')).then((fault) =>
      faults.push(fault),
    )
    service.fleet.tasks.launch(['dev_1'], { kind: 'warm_up' })
    await service.until(() => faults.length > 0, 1)
    expect(faults).toEqual([{ kind: 'job-pending', job: 'warm_up' }])
    expect(service.asked).not.toContain('POST /devices/dev_1/actions')
  })
})
