import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jpegHeaders } from '../../renderer/phone/stream/jpeg'
import { faultOfCall } from '../service/fault-of-call'
import { openFleetService, type FleetService } from './fleet-service'

const ready = {
  type: 'ready',
  logical: { w: 50, h: 100 },
  snapshot: { w: 100, h: 200 },
  max_messages_per_second: 120,
}

describe('a fleet', () => {
  let service: FleetService

  beforeEach(async () => {
    service = await openFleetService(3, 3)
    service.fleet.show({ visible: service.phones, focused: [], selected: [] })
    await service.until(allLive)
  })
  afterEach(() => service.close())

  const allLive = () =>
    service.fleet.tiles.length === 3 && service.fleet.tiles.every(({ state }) => state === 'live')
  const allParkedWith = (fault: object) => {
    for (const tile of service.fleet.tiles)
      expect(tile).toMatchObject({ state: 'parked', fault, retryAt: null })
  }

  it('opens no control channel and sends no action without permission “control”', async () => {
    service.lack('control')
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'hover' })
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'key', key: 'enter' })
    const missing = { kind: 'scope-missing', scope: 'control' }
    const lost = { kind: 'input-not-sent', why: 'channel-closed', because: missing }
    expect(service.notices).toEqual([{ publicId: 'dev_0', fault: lost }])
    expect(await faultOfCall(service.fleet.act('dev_0', { type: 'press', name: 'home' }))).toEqual(missing)
    service.clock.advance(2000)
    expect(service.asked.filter((request) => /control|POST/.test(request))).toEqual([])
  })

  it('closes all streams and control channels when it is paused, and comes back', async () => {
    const view = { visible: service.phones, focused: [], selected: [] }
    service.ready = ready
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'hover' })
    await service.until(() => service.state('dev_0').control === 'ready')
    const control = service.controls.get('dev_0')
    service.isPaused = true
    service.fleet.show(view)
    for (const tile of service.fleet.tiles)
      expect(tile).toMatchObject({ state: 'idle', idleReason: 'paused', control: 'closed' })
    await service.until(() => service.streams.size === 0 && control?.readyState === control?.CLOSED)
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'hover' })
    await service.fleet.readUsage()
    expect(service.streams.size).toBe(0)
    service.isPaused = false
    service.fleet.show(view)
    await service.until(allLive)
  })

  it('opens streams again at once at the frame rates that the user wants', async () => {
    service.fleet.show({ visible: service.phones, focused: ['dev_0'], selected: [] })
    const before = service.asked.length
    const dialed = () => service.asked.slice(before).filter((request) => request.startsWith('stream'))
    const want = async (thumbnails: number, focus: number) => {
      service.mostFps = { thumbnails, focus }
      service.fleet.show({ visible: service.phones, focused: ['dev_0'], selected: [] })
      await service.until(() =>
        service.phones.every((phone) =>
          dialed()
            .findLast((one) => one.startsWith(`stream ${phone}?`))
            ?.endsWith(`fps=${phone === 'dev_0' ? focus : thumbnails}`),
        ),
      )
      for (const socket of service.streams.values()) socket.send(jpegHeaders(300, 200))
    }
    const startedAt = service.clock.monotonic()
    await want(5, 10)
    await want(15, 20)
    expect(service.clock.monotonic() - startedAt).toBe(0)
  })

  it('tells what takes a phone’s frames when its stream ends', async () => {
    const taken: string[] = []
    service.fleet.framed('dev_0').open({
      push: () => taken.push('frame'),
      interrupt: () => taken.push('interrupted'),
    })
    service.streams.get('dev_0')?.send(jpegHeaders(100, 200))
    await service.until(() => taken.length > 0)
    service.streams.get('dev_0')?.close(1011)
    await service.until(() => taken.length > 1)
    expect(taken).toEqual(['frame', 'interrupted'])
  })

  it('keeps a phone live out of sight as long as something takes its frames', async () => {
    const closings = [1, 2].map(() => service.fleet.framed('dev_1').open({ push: () => undefined }))
    service.fleet.show({ visible: [], focused: [], selected: [] })
    await service.until(() => service.state('dev_0').state === 'idle', 500)
    closings[0]?.()
    service.clock.advance(20_000)
    expect(service.state('dev_1').state).toBe('live')
    closings[1]?.()
    await service.until(() => service.state('dev_1').state === 'idle', 500)
  })

  /** Opens the phone's control channel. @returns the messages that arrive there */
  const openControl = async (publicId: string) => {
    service.ready = ready
    service.fleet.presses.gesture(null, publicId, { kind: 'hover' })
    await service.until(() => service.state(publicId).control === 'ready', 10)
    const arrived: unknown[] = []
    service.controls.get(publicId)?.on('message', (data: Buffer) => arrived.push(JSON.parse(String(data))))
    return arrived
  }

  it.each([1400, 10_000])('shows a phone that was away for %i ms within as long', async (awayMs) => {
    const { clock } = service
    service.leave('dev_1')
    const leftAt = clock.monotonic()
    await service.until(() => clock.monotonic() - leftAt >= awayMs, 10)
    service.join('dev_1')
    await service.until(() => clock.monotonic() - leftAt > 3 * awayMs || allLive(), 10)
    expect(service.state('dev_1').state).toBe('live')
  })

  it('refuses a chord while the phone types, and sends the next one', async () => {
    const arrived = await openControl('dev_0')
    const press = () => service.fleet.act('dev_0', { type: 'press', modifiers: ['ctrl'], key: 'a' })
    const posts = () => service.asked.filter((request) => request.startsWith('POST')).length
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'text', text: 'x'.repeat(500) })
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

  it('keeps input for the next channel once the service closes this one', async () => {
    await openControl('dev_0')
    const first = service.controls.get('dev_0')
    const { _socket: connection } = first as unknown as { _socket: Duplex }
    let isAnswered = false
    connection.once('data', () => (isAnswered = true))
    connection.end = () => connection
    first?.close(1011)
    await service.until(() => isAnswered)
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'key', key: 'enter' })
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
    await openControl('dev_0')
    service.fleet.presses.gesture(null, 'dev_0', at(1, 'down', 10))
    service.jobs.set('dev_0', [{ id: 'job', status: 'dispatched' }])
    await service.fleet.readJobs('dev_0')
    await service.until(() => service.state('dev_0').state === 'automation', 10)
    service.fleet.presses.gesture(null, 'dev_0', at(1, 'move', 11))
    service.fleet.presses.gesture(null, 'dev_0', at(1, 'up', 11))
    expect(service.notices.map(({ fault }) => fault)).toEqual([{ kind: 'input-partly-sent' }])
    // A press that begins during the job is lost as a whole.
    service.fleet.presses.gesture(null, 'dev_0', at(2, 'down', 12))
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'hover' })
    expect(service.state('dev_0').control).toBe('closed')
    expect(service.notices.map(({ fault }) => fault.kind)).toEqual(['input-partly-sent', 'input-not-sent'])
    service.jobs.clear()
    await service.fleet.readJobs('dev_0')
    await service.until(() => service.state('dev_0').state === 'live', 100)
    const arrived = await openControl('dev_0')
    service.fleet.presses.gesture(null, 'dev_0', at(2, 'move', 13))
    service.fleet.presses.gesture(null, 'dev_0', at(2, 'up', 13))
    service.fleet.presses.gesture(null, 'dev_0', at(3, 'down', 20))
    service.fleet.presses.gesture(null, 'dev_0', at(3, 'up', 20))
    await service.until(() => arrived.length === 2)
    expect(arrived).toMatchObject([
      { x: 20, buttons: 1 },
      { x: 20, buttons: 0 },
    ])
  })

  it('keeps mirrored phones live out of sight, but interrupts no job', async () => {
    service.jobs.set('dev_2', [{ id: 'job', status: 'dispatched' }])
    await service.fleet.readJobs('dev_2')
    await service.until(() => service.state('dev_2').state === 'automation')
    service.fleet.mirror(service.phones)
    service.fleet.show({ visible: ['dev_0'], focused: ['dev_0'], selected: [] })
    const longOutOfSight = service.clock.monotonic() + 15_000
    await service.until(() => service.clock.monotonic() > longOutOfSight, 100)
    const states = () => service.phones.map((publicId) => service.state(publicId).state)
    expect(states()).toEqual(['live', 'live', 'automation'])
    service.fleet.mirror([])
    await service.until(() => service.state('dev_1').state === 'idle', 100)
    expect(states()).toEqual(['live', 'idle', 'automation'])
  })

  it('connects no phone while minutes are used up, until a reading shows new ones', async () => {
    service.streams.get('dev_1')?.close(4290)
    await service.until(() => service.state('dev_1').state === 'parked')
    await service.until(() => service.state('dev_1').state === 'live' && service.streams.has('dev_1'), 10)
    service.fleet.show({ visible: ['dev_1', 'dev_2'], focused: [], selected: [] })
    await service.until(() => service.state('dev_0').state === 'idle', 100)
    service.used = 1000
    service.streams.get('dev_1')?.close(4290)
    await service.until(() => service.state('dev_1').fault?.kind === 'budget-used-up', 10)
    service.fleet.show({ visible: service.phones, focused: [], selected: [] })
    await service.until(() => service.state('dev_0').idleReason === 'minutes-used-up', 100)
    expect(service.state('dev_0').fault).toMatchObject({ kind: 'budget-used-up', budget: 'active_minutes' })
    const reports = service.reported.length
    for (let turn = 0; turn < 50; turn++) service.clock.advance(0)
    expect(service.reported.length - reports, 'reported once').toBeLessThan(5)
    service.used = 10
    await service.fleet.readUsage()
    await service.until(allLive, 10)
  })

  it('keeps minutes used up until a reading, which comes when the user asks', async () => {
    service.fleet.show({ visible: ['dev_0', 'dev_1'], focused: [], selected: [] })
    await service.until(() => service.state('dev_2').state === 'idle', 100)
    service.used = 1000
    await service.fleet.readUsage()
    const before = service.asked.length
    service.fleet.show({ visible: service.phones, focused: ['dev_2'], selected: [] })
    service.clock.advance(1000)
    expect(service.state('dev_2').idleReason).toBe('minutes-used-up')
    expect(service.asked.slice(before)).toEqual([])
    service.used = 10
    service.fleet.retryStream('dev_2')
    await service.until(() => service.asked.slice(before).includes('GET /usage'))
    await service.until(() => service.state('dev_2').state === 'live', 10)
  })

  it('reports that used-up minutes prevent an interruption, and forgets it', async () => {
    service.jobs.set('dev_1', [{ id: 'job', kind: 'warm_up', status: 'dispatched' }])
    await service.fleet.readJobs('dev_1')
    await service.until(() => service.state('dev_1').state === 'automation')
    service.used = 1000
    await service.fleet.readUsage()
    const before = service.asked.length
    service.fleet.interruptJob('dev_1')
    await service.until(() => service.notices.some(({ publicId }) => publicId === 'dev_1'))
    service.used = 10
    await service.fleet.readUsage()
    await service.until(() => service.fleet.usage.usage?.active_minutes.used === 10)
    await service.until(() => service.jobsAsked.filter((publicId) => publicId === 'dev_1').length > 3, 100)
    expect(service.notices.filter(({ publicId }) => publicId === 'dev_1')).toEqual([
      { publicId: 'dev_1', fault: { kind: 'not-interrupted', job: 'warm_up', reason: 'minutes-used-up' } },
    ])
    expect(service.state('dev_1').state).toBe('automation')
    expect(service.asked.slice(before).filter((request) => request.includes('dev_1'))).toEqual([])
  })

  it('ends the interruption of a job when the phone disconnects', async () => {
    service.jobs.set('dev_1', [{ id: 'job', status: 'dispatched' }])
    await service.fleet.readJobs('dev_1')
    await service.until(() => service.state('dev_1').state === 'automation')
    service.fleet.interruptJob('dev_1')
    await service.until(() => service.state('dev_1').state === 'live', 10)
    service.fleet.show({ visible: ['dev_0', 'dev_2'], focused: [], selected: [] })
    await service.until(() => !service.streams.has('dev_1'), 100)
    const before = service.asked.length
    service.fleet.show({ visible: service.phones, focused: [], selected: [] })
    await service.until(() => service.state('dev_1').state === 'automation', 10)
    service.clock.advance(2000)
    expect(service.asked.slice(before).filter((request) => request.includes('dev_1'))).toEqual([])
    expect(service.notices).toEqual([])
  })

  it('sends no action when a job is launched while earlier input settles', async () => {
    service.fleet.presses.gesture(null, 'dev_1', { kind: 'hover' })
    await service.until(() => service.asked.includes('control dev_1'), 10)
    const faults: unknown[] = []
    void faultOfCall(service.fleet.act('dev_1', { type: 'press', name: 'home' })).then((fault) =>
      faults.push(fault),
    )
    service.fleet.tasks.launch(['dev_1'], { kind: 'warm_up' })
    await service.until(() => faults.length > 0, 1)
    expect(faults).toEqual([{ kind: 'job-pending', job: 'warm_up' }])
    expect(service.asked).not.toContain('POST /devices/dev_1/actions')
  })

  it('interrupts no job of a parked phone until the user asks for that', async () => {
    service.streams.get('dev_1')?.close(4403, 'scope')
    await service.until(() => service.state('dev_1').state === 'parked')
    service.jobs.set('dev_1', [{ id: 'job', status: 'queued' }])
    await service.fleet.readJobs('dev_1')
    await service.until(() => service.state('dev_1').state === 'automation')
    const before = service.asked.length
    service.fleet.retryStream('dev_1')
    service.fleet.takeBack('dev_1')
    service.fleet.presses.gesture(null, 'dev_1', { kind: 'key', key: 'enter' })
    service.clock.advance(4000)
    await service.until(() => service.notices.some(({ publicId }) => publicId === 'dev_1'))
    expect(service.asked.slice(before).filter((request) => request.includes('dev_1'))).toEqual([])
    service.fleet.interruptJob('dev_1')
    await service.until(() => service.state('dev_1').state === 'parked')
    service.fleet.retryStream('dev_1')
    await service.until(() => service.state('dev_1').state === 'live', 10)
  })

  describe('when time jumps', () => {
    const hour = 3_600_000
    /** Loses the stream so often that the next wait takes 8 s. */
    const loseOften = async () => {
      for (let time = 1; ; time++) {
        service.streams.get('dev_1')?.close(1011)
        await service.until(() => service.state('dev_1').state === 'offline')
        if (time === 5) return
        await service.until(() => service.state('dev_1').state === 'live' && service.streams.has('dev_1'), 10)
      }
    }
    const dials = () => service.asked.filter((request) => request.startsWith('stream dev_1')).length

    it('by a sleep, pings its sockets', async () => {
      let pings = 0
      for (const socket of service.streams.values()) socket.on('ping', () => (pings += 1))
      service.clock.setWall(hour)
      service.clock.advance(1000)
      await service.until(() => pings === 3)
    })

    it('by a sleep, reports unanswered input from before it', async () => {
      const { fleet, clock } = service
      service.ready = ready
      fleet.presses.gesture(null, 'dev_0', { kind: 'hover' })
      await service.until(() => service.state('dev_0').control === 'ready', 10)
      clock.advance(100)
      fleet.presses.gesture(null, 'dev_0', { kind: 'key', key: 'enter' })
      clock.setWall(60_000)
      clock.advance(1000)
      // The service answers no ping.
      clock.advance(4000)
      await service.until(() => service.state('dev_0').control === 'closed')
      expect(service.notices).toEqual([{ publicId: 'dev_0', fault: { kind: 'input-unconfirmed' } }])
    })

    it('by a sleep, reconnects and reads at once when due', async () => {
      await loseOften()
      const [asked, dialled] = [service.asked.length, dials()]
      service.clock.setWall(hour)
      service.clock.advance(1000)
      await service.until(() => dials() > dialled)
      expect(service.asked.slice(asked)).toEqual(expect.arrayContaining(['GET /devices', 'GET /usage']))
    })

    it('by a sleep, connects to no phone before its jobs are read', async () => {
      await loseOften()
      service.jobs.set('dev_1', [{ id: 'job_1', status: 'dispatched', kind: 'warm_up' }])
      service.reported.length = 0
      service.clock.setWall(hour)
      service.clock.advance(1000)
      await service.until(() => service.state('dev_1').state === 'automation', 1)
      expect(service.reported.map(({ publicId, state }) => `${publicId} ${state}`)).not.toContain(
        'dev_1 connecting',
      )
    })

    it('by a clock set back, shows the new time of the retry', async () => {
      await loseOften()
      service.reported.length = 0
      service.clock.setWall(-24 * hour)
      service.clock.advance(1000)
      const [reported] = service.reported
      expect(reported).toMatchObject({ publicId: 'dev_1', state: 'offline' })
      expect((reported?.retryAt ?? 0) - service.clock.now()).toBeLessThanOrEqual(8000)
      const dialled = dials()
      service.clock.advance(8000)
      await service.until(() => dials() > dialled)
    })
  })

  it('shows a saved phone before the task shows the step as done', async () => {
    service.fleet.tasks.edit(['dev_0'], { notes: 'saved' })
    await service.until(() => service.saves.includes('task'), 10)
    expect(service.saves[0]).toBe('phone')
  })

  it('warns of a low budget, on no phone', async () => {
    service.used = 950
    await service.fleet.readUsage()
    expect(service.notices).toContainEqual({
      publicId: null,
      fault: {
        kind: 'budget-low',
        budget: 'actions',
        percent: 95,
        remaining: 50,
        resetsAt: '2030-01-02T00:00:00Z',
      },
    })
  })

  it('shows why a phone’s jobs cannot be read while it waits for them', async () => {
    await service.close()
    service = await openFleetService(1, 1)
    service.refuseJobs = { status: 429, code: 'rate_limited' }
    service.fleet.show({ visible: service.phones, focused: [], selected: [] })
    await service.until(() => service.fleet.tiles.some(({ fault }) => fault !== null), 1)
    expect(service.state('dev_0')).toMatchObject({
      state: 'idle',
      idleReason: 'passing',
      fault: { code: 'rate_limited' },
    })
    service.refuseJobs = null
    await service.until(() => service.state('dev_0').state === 'live', 10)
    expect(service.state('dev_0').fault).toBe(null)
  })

  it('reads failed budgets again at a refresh', async () => {
    service.refuseAll = { status: 403, code: 'forbidden' }
    await service.fleet.readUsage()
    expect(service.fleet.usage.fault).toMatchObject({ code: 'forbidden' })
    service.refuseAll = null
    await service.fleet.refresh()
    expect(service.fleet.usage.fault).toBe(null)
  })

  it('asks no more once the key is not allowed to, until the person refreshes', async () => {
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 500) {
        service.clock.advance(500)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    service.refuseAll = { status: 403, code: 'forbidden' }
    await service.until(() => service.fleet.usage.fault !== null && service.fleet.devices.fault !== null, 500)
    await pass(60_000)
    const before = service.asked.length
    await pass(600_000)
    expect(service.asked).toHaveLength(before)
    await service.fleet.refresh()
    await pass(600_000)
    expect(service.asked.slice(before)).toEqual(['GET /devices', 'GET /usage'])
    service.refuseAll = null
    const read = service.jobsAsked.length
    await service.fleet.refresh()
    await pass(30_000)
    expect(service.fleet.usage.fault).toBe(null)
    expect(service.jobsAsked.length).toBeGreaterThan(read)
  })

  describe('when its key is refused', () => {
    const day = 24 * 3_600_000

    it('by a socket (4401), sends nothing until the user retries', async () => {
      service.streams.get('dev_1')?.close(4401, 'revoked')
      await service.until(() => service.streams.size === 0)
      allParkedWith({ kind: 'socket-closed', code: 4401 })
      const before = service.asked.length
      service.clock.advance(day)
      service.fleet.show({ visible: [], focused: [], selected: [] })
      service.fleet.show({ visible: service.phones, focused: ['dev_0'], selected: [] })
      service.fleet.presses.gesture(null, 'dev_0', { kind: 'hover' })
      service.clock.advance(day)
      await service.fleet.readUsage()
      expect(service.asked.slice(before)).toEqual([])
    })

    it('reconnects every phone when the user retries and the key is accepted', async () => {
      service.streams.get('dev_1')?.close(4401, 'revoked')
      await service.until(() => service.streams.size === 0)
      service.fleet.retryStream('dev_2')
      await service.until(allLive, 10)
    })

    it('connects to no phone before its jobs are read again', async () => {
      service.streams.get('dev_1')?.close(4401, 'revoked')
      await service.until(() => service.streams.size === 0)
      for (let passed = 0; passed < 300_000; passed += 500) {
        service.clock.advance(500)
        await new Promise((resolve) => setImmediate(resolve))
      }
      service.jobs.set('dev_1', [{ id: 'job_1', status: 'dispatched', kind: 'warm_up' }])
      const before = service.asked.length
      await service.fleet.refresh()
      const begun = service.clock.monotonic()
      await service.until(() => service.streams.size === 2, 10)
      expect(service.clock.monotonic() - begun).toBeLessThan(5000)
      expect(service.asked.slice(before).filter((request) => request.startsWith('stream dev_1'))).toEqual([])
    })
  })
})

describe('a fleet with small tiles', () => {
  it('asks for few frames, and for more of the touched phone', async () => {
    const service = await openFleetService(2, 2)
    service.ready = ready
    service.fleet.show({ visible: service.phones, focused: [], selected: [], tileHeight: 120 })
    await service.until(() => service.streams.size === 2, 10)
    service.fleet.presses.gesture(null, 'dev_1', { kind: 'key', key: 'enter' })
    await service.until(() => service.asked.some((request) => request.endsWith('?fps=20')), 100)
    expect(service.asked.filter((request) => request.startsWith('stream '))).toEqual([
      'stream dev_0?fps=12',
      'stream dev_1?fps=12',
      'stream dev_1?fps=20',
    ])
    await service.close()
  })
})

describe('a fleet with more phones than slots', () => {
  let service: FleetService

  beforeEach(async () => {
    service = await openFleetService(3, 2)
    service.fleet.show({ visible: ['dev_0', 'dev_1'], focused: [], selected: [] })
    await service.until(() => service.streams.size === 2, 10)
  })
  afterEach(() => service.close())

  it('disconnects a phone for an action on another, for a minute', async () => {
    await service.fleet.readJobs('dev_2')
    const acted = service.fleet.act('dev_2', { type: 'press', name: 'home' })
    await service.until(() => service.streams.size === 1)
    expect(service.state('dev_1')).toMatchObject({ state: 'idle', idleReason: 'max-active-devices' })
    expect(await acted).toEqual({ result: {} })
    service.clock.advance(59_000)
    await service.until(() => service.state('dev_0').state === 'live')
    expect(service.streams.size).toBe(1)
    await service.until(() => service.streams.size === 2, 100)
  })

  it('disconnects a phone for another whose job the user interrupts', async () => {
    service.jobs.set('dev_2', [{ id: 'job', status: 'dispatched' }])
    await service.fleet.readJobs('dev_2')
    service.fleet.show({ visible: service.phones, focused: [], selected: [] })
    await service.until(() => service.state('dev_2').state === 'automation')
    service.fleet.interruptJob('dev_2')
    await service.until(() => service.state('dev_2').state === 'live' && service.streams.size === 2, 10)
  })

  describe('gives a slot to another phone', () => {
    /** Focuses dev_2. @returns after how many ms it is live, at most `mostMs` */
    const takeSlot = async (mostMs: number) => {
      await service.fleet.readJobs('dev_2')
      service.fleet.show({ visible: service.phones, focused: ['dev_2'], selected: [] })
      const since = service.clock.monotonic()
      const passedMs = () => service.clock.monotonic() - since
      await service.until(() => service.state('dev_2').state === 'live' || passedMs() >= mostMs, 10)
      return passedMs()
    }

    it('only once the first one has left', async () => {
      const leaving = service.streams.get('dev_1')
      leaving?.pause()
      await takeSlot(1500)
      expect(service.asked).not.toContain('stream dev_2?fps=30')
      leaving?.resume()
      await service.until(() => service.state('dev_2').state === 'live')
      expect([...service.streams.keys()]).toEqual(['dev_0', 'dev_2'])
    })

    it('after 2 s if the first one does not answer the close', async () => {
      service.streams.get('dev_1')?.pause()
      const tookMs = await takeSlot(5000)
      expect(tookMs).toBeGreaterThanOrEqual(2000)
      expect(tookMs).toBeLessThan(3000)
    })
  })
})

describe('a fleet of a hundred phones', () => {
  let service: FleetService

  beforeEach(async () => {
    service = await openFleetService(100, 100)
  })
  afterEach(() => service.close())

  const liveTiles = () => service.fleet.tiles.filter(({ state }) => state === 'live')
  const dials = () => service.asked.filter((request) => request.startsWith('stream '))
  const show = (...focused: string[]) =>
    service.fleet.show({ visible: service.phones, focused, selected: [] })

  it('spreads its connects, the focused one first, at the shared rate', async () => {
    show('dev_99')
    await service.until(() => service.jobsAsked.length === 18)
    await service.until(() => dials().length === 10)
    expect(service.jobsAsked, 'at most as many as may be read at once').toHaveLength(18)
    expect(dials()[0]).toBe('stream dev_99?fps=30')
    service.clock.advance(1000)
    await service.until(() => service.jobsAsked.length === 27)
    await service.until(() => dials().length === 100, 10)
    expect(dials().filter((request) => request.endsWith('?fps=5'))).toHaveLength(99)
  })

  it('connects the control channel of a touched phone before other streams', async () => {
    show()
    await service.until(() => service.fleet.tiles.length === 100 && service.fleet.usage.usage !== null)
    await service.until(() => service.jobsAsked.length === 18 && dials().length === 10)
    service.fleet.presses.gesture(null, 'dev_17', { kind: 'hover' })
    service.clock.advance(100)
    await service.until(() => service.asked.includes('control dev_17') && dials().length >= 11)
    expect(dials().slice(10)).toEqual(['stream dev_17?fps=5'])
  })

  it('spreads its reconnects when the server closes all sockets', async () => {
    show()
    await service.until(() => liveTiles().length === 100, 10)
    const before = dials().length
    for (const socket of service.streams.values()) socket.close(1001)
    await service.until(() => liveTiles().length === 0)
    service.clock.advance(1000)
    const inFirstSecond = service.fleet.tiles.filter(({ state }) => state === 'connecting').length
    expect(inFirstSecond).toBe(100)
    await service.until(() => dials().length - before >= 20)
    expect(dials().length - before).toBeLessThanOrEqual(30)
    await service.until(() => liveTiles().length === 100, 10)
  })
})
