import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jpegHeaders } from '../../renderer/stream/jpeg'
import { faultOfCall } from '../service/fault-of-call'
import { openFleetService, type FleetService } from './fleet-service'

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
  // It opens and says nothing, so that it fails after 5 s, and each time comes back later.
  const isAwayAtLast = () => {
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'hover' })
    return service.state('dev_0').isControlAway
  }
  const allParkedWith = (fault: object) => {
    for (const tile of service.fleet.tiles)
      expect(tile).toMatchObject({ state: 'parked', fault, retryAt: null })
  }

  it('opens no control channel, and sends no action, with a key that lacks the scope', async () => {
    service.lacks.push('control')
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'hover' })
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'key', key: 'enter' })
    const missing = { kind: 'scope-missing', scope: 'control' }
    const lost = { kind: 'input-lost', because: missing }
    expect(service.notices).toEqual([{ publicId: 'dev_0', fault: lost }])
    expect(await faultOfCall(service.fleet.act('dev_0', { type: 'press', name: 'home' }))).toEqual(missing)
    service.clock.advance(2000)
    expect(service.asked.filter((what) => /control|POST/.test(what))).toEqual([])
  })

  it('tells that a control channel is away, until it comes back soon, and tries again when it is asked to', async () => {
    const dials = () => service.asked.filter((what) => what === 'control dev_0').length
    await service.until(isAwayAtLast, 500)
    await service.until(() => service.told.at(-1)?.isControlAway === false, 500)
    await service.until(isAwayAtLast, 500)
    const before = dials()
    service.fleet.retryStream('dev_0')
    expect(service.state('dev_0')).toMatchObject({ control: 'connecting', isControlAway: false })
    await service.until(() => dials() === before + 1)
  })

  it('tells of a phone that nothing but what is no picture comes from, until a picture does', async () => {
    const isTold = () => service.state('dev_0').isUnreadable
    const noPicture = Buffer.from('<html>')
    const send = (...messages: Uint8Array[]) => {
      for (const message of messages) service.streams.get('dev_0')?.send(message)
    }
    const come = async (width: number, ...before: Uint8Array[]) => {
      send(...before, jpegHeaders(width, 200))
      await service.until(() => service.state('dev_0').snapshot?.width === width)
    }
    // One among pictures is nothing.
    await come(100, noPicture)
    service.clock.advance(5000)
    expect(isTold()).toBe(false)
    send(noPicture, noPicture)
    await service.until(isTold, 100)
    await come(101)
    expect(isTold()).toBe(false)
    expect(service.told.map((tile) => tile.isUnreadable).filter((is, at, all) => is !== all[at - 1])).toEqual(
      [false, true, false],
    )
  })

  it('tells no longer of what came by a stream that has ended', async () => {
    const told = () => service.state('dev_0').isUnreadable
    service.streams.get('dev_0')?.send('no picture', { binary: true })
    await service.until(told, 100)
    service.streams.get('dev_0')?.close(1011)
    await service.until(() => service.state('dev_0').state === 'offline')
    expect(told()).toBe(false)
    await service.until(allLive, 500)
    service.streams.get('dev_0')?.send('no picture', { binary: true })
    await service.until(told, 100)
    service.fleet.show({ visible: [], focused: [], selected: [] })
    await service.until(() => service.state('dev_0').state === 'idle', 500)
    expect(told()).toBe(false)
  })

  const ready = {
    type: 'ready',
    logical: { w: 50, h: 100 },
    snapshot: { w: 100, h: 200 },
    max_messages_per_second: 120,
  }
  /** Opens the phone's control channel. @returns what arrives there */
  const openControl = async (publicId: string) => {
    service.ready = ready
    service.fleet.presses.gesture(null, publicId, { kind: 'hover' })
    await service.until(() => service.state(publicId).control === 'ready', 10)
    const arrived: unknown[] = []
    service.controls.get(publicId)?.on('message', (data: Buffer) => arrived.push(JSON.parse(String(data))))
    return arrived
  }

  it('sends no chord behind a text that is lost while the chord waits for it to be typed', async () => {
    const arrived = await openControl('dev_0')
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'text', text: 'abc' })
    const chord = faultOfCall(service.fleet.act('dev_0', { type: 'press', modifiers: ['ctrl'], key: 'a' }))
    await service.until(() => arrived.length === 1)
    service.controls.get('dev_0')?.close(1011)
    expect(await chord).toEqual({ kind: 'text-unanswered' })
    expect(service.asked.filter((what) => what.startsWith('POST'))).toEqual([])
  })

  it('sends no chord before the phone has said that it has typed what came before, but the next time', async () => {
    const arrived = await openControl('dev_0')
    const press = () => service.fleet.act('dev_0', { type: 'press', modifiers: ['ctrl'], key: 'a' })
    const posts = () => service.asked.filter((what) => what.startsWith('POST')).length
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'text', text: 'x'.repeat(500) })
    const chord = faultOfCall(press())
    await service.until(() => arrived.length === 1)
    service.clock.advance(14_900)
    await service.until(() => true)
    expect(posts()).toBe(0)
    service.clock.advance(100)
    expect(await chord).toEqual({ kind: 'behind-untyped' })
    expect(posts()).toBe(0)
    service.clock.advance(1100)
    const again = press()
    await service.until(() => posts() === 1, 10)
    await again
  })

  it('gives up a chord that waits for a text that is still typed, and tells of one that was mirrored', async () => {
    const arrived = await openControl('dev_0')
    const press = (publicId: string) =>
      service.fleet.act(publicId, { type: 'press', modifiers: ['ctrl'], key: 'a' })
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'text', text: 'x'.repeat(4000) })
    await service.until(() => arrived.length === 1)
    const chord = faultOfCall(press('dev_0'))
    await service.until(() => true)
    service.fleet.giveUp('dev_0')
    expect(await chord).toEqual({ kind: 'given-up' })
    service.fleet.mirror(['dev_0', 'dev_1'])
    await openControl('dev_1')
    void press('dev_1')
    await service.until(() => service.asked.filter((what) => what.startsWith('POST')).length === 1, 10)
    service.fleet.mirror([])
    await service.until(() => service.notices.length > 0)
    expect(service.notices).toMatchObject([{ publicId: 'dev_0', fault: { kind: 'cancelled' } }])
    expect(service.asked.filter((what) => what.startsWith('POST'))).toEqual(['POST /devices/dev_1/actions'])
  })

  it('keeps for the next channel what is made after the service has said that it closes, though the connection stays', async () => {
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

  it('presses anew once a job that came in the middle of a press is over', async () => {
    const at = (press: number, phase: 'down' | 'move' | 'up', x: number) =>
      ({ kind: 'pointer', press, phase, x, y: 5, space: { width: 100, height: 200 } }) as const
    await openControl('dev_0')
    service.fleet.presses.gesture(null, 'dev_0', at(1, 'down', 10))
    service.jobs.set('dev_0', [{ id: 'job', status: 'dispatched' }])
    await service.fleet.readJobs('dev_0')
    await service.until(() => service.state('dev_0').state === 'automation', 10)
    service.fleet.presses.gesture(null, 'dev_0', at(1, 'move', 11))
    service.fleet.presses.gesture(null, 'dev_0', at(1, 'up', 11))
    expect(service.notices.map(({ fault }) => fault)).toEqual([{ kind: 'input-cut' }])
    // Nor is a press one that the job was in the way of when it began.
    service.fleet.presses.gesture(null, 'dev_0', at(2, 'down', 12))
    service.fleet.presses.gesture(null, 'dev_0', { kind: 'hover' })
    expect(service.state('dev_0').control).toBe('closed')
    expect(service.notices.map(({ fault }) => fault.kind)).toEqual(['input-cut', 'input-lost'])
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

  it('tells nothing more of a phone that has left, not even that its control channel would come back', async () => {
    await service.until(isAwayAtLast, 500)
    service.phones.shift()
    await service.fleet.refresh()
    await service.until(() => service.fleet.tiles.length === 2)
    service.told.length = 0
    const later = service.clock.monotonic() + 30_000
    await service.until(() => service.clock.monotonic() > later, 500)
    expect(service.told.filter(({ publicId }) => publicId === 'dev_0')).toEqual([])
  })

  it('has mirrored phones live though they are out of sight, as far as the account allows, and no job interrupted', async () => {
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

  it('waits for used-up minutes no longer than the readings say, and connects nobody new meanwhile', async () => {
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
    const told = service.told.length
    for (let turn = 0; turn < 50; turn++) service.clock.advance(0)
    expect(service.told.length - told, 'it is told once').toBeLessThan(5)
    service.used = 10
    await service.fleet.readUsage()
    await service.until(allLive, 10)
  })

  it('takes what is counted on since a reading for no new minutes, and reads them again when the user asks', async () => {
    service.fleet.show({ visible: ['dev_0', 'dev_1'], focused: [], selected: [] })
    await service.until(() => service.state('dev_2').state === 'idle', 100)
    service.used = 1000
    await service.fleet.readUsage()
    const before = service.asked.length
    service.clock.advance(40_000)
    expect(service.fleet.usage.estimated).toContain('active_minutes')
    service.fleet.show({ visible: service.phones, focused: ['dev_2'], selected: [] })
    service.clock.advance(1000)
    expect(service.state('dev_2').idleReason).toBe('minutes-used-up')
    expect(service.asked.slice(before)).toEqual([])
    service.used = 10
    service.fleet.retryStream('dev_2')
    await service.until(() => service.asked.slice(before).includes('GET /usage'))
    await service.until(() => service.state('dev_2').state === 'live', 10)
  })

  it('says why a job is not interrupted where the minutes are used up, and does not interrupt it later', async () => {
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
    expect(service.asked.slice(before).filter((what) => what.includes('dev_1'))).toEqual([])
  })

  it('leaves a job alone again once the phone on which it was interrupted is let go', async () => {
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
    expect(service.asked.slice(before).filter((what) => what.includes('dev_1'))).toEqual([])
    expect(service.notices).toEqual([])
  })

  it('sends no action to a phone on which a job is launched while what was done before is on its way', async () => {
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

  it('leaves a parked phone alone too while a job is pending on it, whatever the user asks but to interrupt it', async () => {
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
    expect(service.asked.slice(before).filter((what) => what.includes('dev_1'))).toEqual([])
    service.fleet.interruptJob('dev_1')
    await service.until(() => service.state('dev_1').state === 'parked')
    service.fleet.retryStream('dev_1')
    await service.until(() => service.state('dev_1').state === 'live', 10)
  })

  describe('when time jumps', () => {
    const hour = 3_600_000
    /** Lost so often that the next wait takes eight seconds. */
    const loseOften = async () => {
      for (let time = 1; ; time++) {
        service.streams.get('dev_1')?.close(1011)
        await service.until(() => service.state('dev_1').state === 'offline')
        if (time === 5) return
        await service.until(() => service.state('dev_1').state === 'live' && service.streams.has('dev_1'), 10)
      }
    }
    const dials = () => service.asked.filter((what) => what.startsWith('stream dev_1')).length

    it('by a sleep, looks after the sockets that it has', async () => {
      let pings = 0
      for (const socket of service.streams.values()) socket.on('ping', () => (pings += 1))
      service.clock.setWall(hour)
      service.clock.advance(1000)
      await service.until(() => pings === 3)
    })

    it('by a sleep, says of what was done right before it that it may not have arrived where nothing answers after it', async () => {
      const { fleet, clock } = service
      service.ready = {
        type: 'ready',
        logical: { w: 375, h: 667 },
        snapshot: { w: 750, h: 1334 },
        max_messages_per_second: 120,
      }
      fleet.presses.gesture(null, 'dev_0', { kind: 'hover' })
      await service.until(() => service.state('dev_0').control === 'ready', 10)
      clock.advance(100)
      fleet.presses.gesture(null, 'dev_0', { kind: 'key', key: 'enter' })
      clock.setWall(60_000)
      clock.advance(1000)
      // In which no answer is read.
      clock.advance(4000)
      await service.until(() => service.state('dev_0').control === 'closed')
      expect(service.notices).toEqual([{ publicId: 'dev_0', fault: { kind: 'input-unanswered' } }])
    })

    it('by a sleep, does at once what became due in it', async () => {
      await loseOften()
      const [asked, dialled] = [service.asked.length, dials()]
      service.clock.setWall(hour)
      service.clock.advance(1000)
      await service.until(() => dials() > dialled)
      expect(service.asked.slice(asked)).toEqual(expect.arrayContaining(['GET /devices', 'GET /usage']))
    })

    it('by a sleep, connects to no phone on which a job may have begun in it', async () => {
      await loseOften()
      service.jobs.set('dev_1', [{ id: 'job_1', status: 'dispatched', kind: 'warm_up' }])
      service.told.length = 0
      service.clock.setWall(hour)
      service.clock.advance(1000)
      await service.until(() => service.state('dev_1').state === 'automation', 1)
      expect(service.told.map(({ publicId, state }) => `${publicId} ${state}`)).not.toContain(
        'dev_1 connecting',
      )
    })

    it('by a sleep that is too short for it, waits for the rest', async () => {
      await loseOften()
      const dialled = dials()
      service.clock.setWall(4000)
      service.clock.advance(1000)
      service.clock.advance(2000)
      expect(service.state('dev_1').state).toBe('offline')
      service.clock.advance(1100)
      await service.until(() => dials() > dialled)
    })

    it('by a clock that is set back, waits no longer, and says so', async () => {
      await loseOften()
      service.told.length = 0
      service.clock.setWall(-24 * hour)
      service.clock.advance(1000)
      const [told] = service.told
      expect(told).toMatchObject({ publicId: 'dev_1', state: 'offline' })
      expect((told?.retryAt ?? 0) - service.clock.now()).toBeLessThanOrEqual(8000)
      const dialled = dials()
      service.clock.advance(8000)
      await service.until(() => dials() > dialled)
    })
  })

  it('counts the minutes of its live phones, and what is spent beside it, between two readings', async () => {
    await service.fleet.readUsage()
    service.clock.advance(40_000)
    service.fleet.spent('uploads', 2)
    service.clock.advance(2000)
    expect(service.fleet.usage).toMatchObject({
      usage: { active_minutes: { used: 2 }, uploads: { used: 2 }, actions: { used: 0 } },
      estimated: ['active_minutes', 'uploads'],
    })
  })

  it('shows a phone as it was saved before a run says that it is', async () => {
    service.fleet.tasks.edit(['dev_0'], { notes: 'saved' })
    await service.until(() => service.saves.includes('run'), 10)
    expect(service.saves[0]).toBe('phone')
  })

  it('warns in the window, on no phone, when a budget comes to its end', async () => {
    service.used = 950
    await service.fleet.readUsage()
    expect(service.notices).toContainEqual({
      publicId: null,
      fault: { kind: 'budget-low', budget: 'actions', remaining: 50, resetsAt: '2030-01-02T00:00:00Z' },
    })
  })

  it('knows of phones whose jobs were read that they have none, and of others why not', async () => {
    const known = (publicId: string) => service.fleet.jobs.find((jobs) => jobs.publicId === publicId)
    expect(known('dev_0')).toEqual({ publicId: 'dev_0', jobs: [], fault: null })
    await service.close()
    service = await openFleetService(3, 3)
    expect(service.fleet.jobs).toEqual([])
    service.refuseJobs = { status: 403, code: 'forbidden' }
    service.fleet.show({ visible: service.phones, focused: [], selected: [] })
    await service.until(allLive)
    expect(known('dev_0')).toMatchObject({ jobs: null, fault: { code: 'forbidden' } })
  })

  it('says of a phone that waits for its jobs to be read why they cannot be', async () => {
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

  it('reads its budgets again when the user asks, where only a person could mend what was wrong', async () => {
    service.refuseAll = { status: 403, code: 'forbidden' }
    await service.fleet.readUsage()
    expect(service.fleet.usage.fault).toMatchObject({ code: 'forbidden' })
    service.refuseAll = null
    await service.fleet.refresh()
    expect(service.fleet.usage.fault).toBe(null)
  })

  describe('whose key is refused', () => {
    const day = 24 * 3_600_000

    it('by a socket (4401), asks nothing more for any phone until the user tries again', async () => {
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

    it('by a 401, lets go of every phone', async () => {
      service.refuseAll = { status: 401, code: 'unauthorized' }
      await service.fleet.readUsage()
      allParkedWith({ kind: 'problem', code: 'unauthorized' })
      await service.until(() => service.streams.size === 0)
    })

    it('is tried with one call when the user asks, and is parked still when that is refused', async () => {
      service.streams.get('dev_1')?.close(4401, 'revoked')
      await service.until(() => service.streams.size === 0)
      service.refuseAll = { status: 401, code: 'unauthorized' }
      const before = service.asked.length
      await service.fleet.refresh()
      service.clock.advance(day)
      expect(service.asked.slice(before)).toEqual(['GET /devices'])
      allParkedWith({ kind: 'socket-closed', code: 4401 })
    })

    it('brings every phone back when the user asks and it is accepted', async () => {
      service.streams.get('dev_1')?.close(4401, 'revoked')
      await service.until(() => service.streams.size === 0)
      service.fleet.retryStream('dev_2')
      await service.until(allLive, 10)
    })

    it('connects to no phone on which a job may have begun before it was accepted again', async () => {
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
      expect(service.asked.slice(before).filter((what) => what.startsWith('stream dev_1'))).toEqual([])
    })

    it('for one channel alone (4403), leaves the others alone', async () => {
      service.streams.get('dev_1')?.close(4403, 'scope')
      await service.until(() => service.state('dev_1').state === 'parked')
      service.clock.advance(15_000)
      expect(service.state('dev_0').state).toBe('live')
      expect(service.asked.filter((what) => what === 'stream dev_1?fps=20')).toHaveLength(1)
    })
  })
})

describe('a fleet whose screens are small', () => {
  it('asks for few frames, and for more of the phone that is in use', async () => {
    const service = await openFleetService(2, 2)
    service.ready = {
      type: 'ready',
      logical: { w: 375, h: 667 },
      snapshot: { w: 750, h: 1334 },
      max_messages_per_second: 120,
    }
    service.fleet.show({ visible: service.phones, focused: [], selected: [], tileHeight: 120 })
    await service.until(() => service.streams.size === 2, 10)
    service.fleet.presses.gesture(null, 'dev_1', { kind: 'key', key: 'enter' })
    await service.until(() => service.asked.some((what) => what.endsWith('?fps=20')), 100)
    expect(service.asked.filter((what) => what.startsWith('stream '))).toEqual([
      'stream dev_0?fps=12',
      'stream dev_1?fps=12',
      'stream dev_1?fps=20',
    ])
    await service.close()
  })
})

describe('a fleet on a computer that shows little', () => {
  it('asks each phone for fewer frames', async () => {
    const service = await openFleetService(3, 3, 45)
    service.fleet.show({ visible: ['dev_0', 'dev_1', 'dev_2'], focused: [], selected: [] })
    await service.until(() => service.streams.size === 3, 10)
    expect(service.asked.filter((what) => what.startsWith('stream '))).toEqual([
      'stream dev_0?fps=15',
      'stream dev_1?fps=15',
      'stream dev_2?fps=15',
    ])
    await service.close()
  })
})

describe('a fleet with more phones than may be in use', () => {
  let service: FleetService

  beforeEach(async () => {
    service = await openFleetService(3, 2)
    service.fleet.show({ visible: ['dev_0', 'dev_1'], focused: [], selected: [] })
    await service.until(() => service.streams.size === 2, 10)
  })
  afterEach(() => service.close())

  it('lets one go for an action on another, and takes it back when the minute of the action is over', async () => {
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

  it('lets one go for a phone whose job the user interrupts, because that is meant now', async () => {
    service.jobs.set('dev_2', [{ id: 'job', status: 'dispatched' }])
    await service.fleet.readJobs('dev_2')
    service.fleet.show({ visible: service.phones, focused: [], selected: [] })
    await service.until(() => service.state('dev_2').state === 'automation')
    service.fleet.interruptJob('dev_2')
    await service.until(() => service.state('dev_2').state === 'live' && service.streams.size === 2, 10)
  })

  describe('connects to a phone that takes the place of another', () => {
    /** Opens dev_2 large. @returns after how many ms it is live, unless it is not after `mostMs` */
    const takeAPlace = async (mostMs: number) => {
      await service.fleet.readJobs('dev_2')
      service.fleet.show({ visible: service.phones, focused: ['dev_2'], selected: [] })
      const since = service.clock.monotonic()
      const passedMs = () => service.clock.monotonic() - since
      await service.until(() => service.state('dev_2').state === 'live' || passedMs() >= mostMs, 10)
      return passedMs()
    }

    it('once that one has left, never before', async () => {
      const leaving = service.streams.get('dev_1')
      leaving?.pause()
      await takeAPlace(1500)
      expect(service.asked).not.toContain('stream dev_2?fps=30')
      leaving?.resume()
      await service.until(() => service.state('dev_2').state === 'live')
      expect([...service.streams.keys()]).toEqual(['dev_0', 'dev_2'])
    })

    it('all the same, soon, where that one does not say that it has left', async () => {
      service.streams.get('dev_1')?.pause()
      const tookMs = await takeAPlace(5000)
      expect(tookMs).toBeGreaterThanOrEqual(2000)
      expect(tookMs).toBeLessThan(3000)
    })
  })

  it('says that there is no place for a phone whose job is to be interrupted, and takes none later', async () => {
    service.jobs.set('dev_2', [{ id: 'job', kind: null, status: 'dispatched' }])
    await service.fleet.readJobs('dev_2')
    service.fleet.show({ visible: service.phones, focused: [], selected: ['dev_0', 'dev_1'] })
    await service.until(() => service.state('dev_2').state === 'automation')
    service.fleet.interruptJob('dev_2')
    await service.until(() => service.notices.length > 0, 10)
    expect(service.notices).toEqual([
      { publicId: 'dev_2', fault: { kind: 'not-interrupted', job: null, reason: 'max-active-devices' } },
    ])
    service.fleet.show({ visible: ['dev_2'], focused: ['dev_2'], selected: [] })
    await service.until(() => service.streams.size === 0, 100)
    expect(service.state('dev_2').state).toBe('automation')
    expect(service.asked.filter((what) => what.includes('dev_2'))).toEqual([])
    expect(service.notices).toHaveLength(1)
    service.fleet.interruptJob('dev_2')
    await service.until(() => service.state('dev_2').state === 'live', 10)
  })

  it('connects to nobody whose job has ended while there is no place', async () => {
    service.jobs.set('dev_2', [{ id: 'job', status: 'dispatched' }])
    await service.fleet.readJobs('dev_2')
    service.fleet.show({ visible: service.phones, focused: [], selected: [] })
    await service.until(() => service.state('dev_2').state === 'automation')
    service.jobs.set('dev_2', [{ id: 'job', status: 'completed' }])
    service.told.length = 0
    await service.fleet.readJobs('dev_2')
    await service.until(() => service.state('dev_2').state === 'idle', 1)
    service.clock.advance(2000)
    await service.until(() => service.streams.size === 2)
    expect(new Set(service.told.map(({ publicId, state }) => `${publicId} ${state}`))).toEqual(
      new Set(['dev_2 automation', 'dev_2 idle']),
    )
    expect(service.state('dev_2').idleReason).toBe('max-active-devices')
  })

  it('lets nobody go for an action on one that is live', async () => {
    await service.fleet.act('dev_1', { type: 'press', name: 'home' })
    expect(service.asked).toContain('POST /devices/dev_1/actions')
    expect(service.fleet.tiles.map(({ state }) => state)).toEqual(['live', 'live', 'idle'])
  })
})

describe('a fleet of a hundred phones', () => {
  let service: FleetService

  beforeEach(async () => {
    service = await openFleetService(100, 100)
  })
  afterEach(() => service.close())

  const liveTiles = () => service.fleet.tiles.filter(({ state }) => state === 'live')
  const dials = () => service.asked.filter((what) => what.startsWith('stream '))
  const show = (...focused: string[]) =>
    service.fleet.show({ visible: service.phones, focused, selected: [] })

  it('connects spread out, the focused one first, at the rate that they share', async () => {
    show('dev_99')
    await service.until(() => service.jobsAsked.length === 18)
    await service.until(() => dials().length === 10)
    expect(service.jobsAsked, 'no more than may be read at once').toHaveLength(18)
    expect(dials()[0]).toBe('stream dev_99?fps=30')
    service.clock.advance(1000)
    await service.until(() => service.jobsAsked.length === 27)
    await service.until(() => dials().length === 100, 10)
    expect(dials().filter((what) => what.endsWith('?fps=5'))).toHaveLength(99)
  })

  it('lets the hand go first: its control channel does not wait for the streams of the others', async () => {
    show()
    await service.until(() => service.fleet.tiles.length === 100 && service.fleet.usage.usage !== null)
    await service.until(() => service.jobsAsked.length === 18 && dials().length === 10)
    service.fleet.presses.gesture(null, 'dev_17', { kind: 'hover' })
    service.clock.advance(100)
    await service.until(() => service.asked.includes('control dev_17') && dials().length >= 11)
    expect(dials().slice(10)).toEqual(['stream dev_17?fps=5'])
  })

  it('comes back spread out when the server ends under it', async () => {
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
