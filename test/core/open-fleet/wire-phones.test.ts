import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFleetService, openLiveFleet, type FleetService } from './fleet-service'

describe('the phones of a fleet', () => {
  let service: FleetService
  beforeEach(async () => {
    service = await openLiveFleet()
  })
  afterEach(() => service.close())

  it('tells what takes a phone’s frames when its stream ends', async () => {
    const taken: string[] = []
    service.fleet.framed('dev_0').open({
      push: () => taken.push('frame'),
      interrupt: () => taken.push('interrupted'),
    })
    await service.until(() => taken.length > 0)
    service.streams.get('dev_0')?.close(1011)
    await service.until(() => taken.length > 1)
    expect(taken).toEqual(['frame', 'interrupted'])
  })

  it('looks for a paused phone soon, each time that it was not found', async () => {
    const { clock } = service
    const listsIn = async (ms: number) => {
      const [before, until] = [service.asked.length, clock.monotonic() + ms]
      await service.until(() => clock.monotonic() >= until, 50)
      return service.asked.slice(before).filter((request) => request === 'GET /devices').length
    }
    service.isPaused = true
    service.fleet.show({ visible: service.phones, focused: [], selected: [] })
    await listsIn(64_000)
    for (const time of ['first', 'second']) {
      service.refuseJobs = { status: 404, code: 'device_not_found' }
      await service.fleet.readJobs('dev_1').catch(() => undefined)
      service.refuseJobs = null
      expect(await listsIn(2500), time).toBe(1)
      await listsIn(120_000)
    }
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

  it.each([1400, 10_000])('come back within as long as they were away, each time: %i ms', async (awayMs) => {
    const { clock } = service
    const areLive = () =>
      service.fleet.tiles.length === 3 && service.fleet.tiles.every(({ state }) => state === 'live')
    for (const time of ['first', 'second', 'third']) {
      await service.until(() => service.state('dev_1').state === 'live', 10)
      clock.advance(15_000)
      const leftAt = clock.monotonic()
      service.leave('dev_1')
      await service.until(() => clock.monotonic() - leftAt >= awayMs, 10)
      service.join('dev_1')
      await service.until(() => areLive() || clock.monotonic() - leftAt > 4000 + 2 * awayMs, 10)
      expect(areLive(), time).toBe(true)
    }
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

  it('interrupts no job of a parked phone until the user asks for that', async () => {
    service.streams.get('dev_1')?.close(4403, 'scope')
    await service.until(() => service.state('dev_1').state === 'parked')
    service.jobs.set('dev_1', [{ id: 'job', status: 'queued' }])
    await service.fleet.readJobs('dev_1')
    await service.until(() => service.state('dev_1').state === 'automation')
    const before = service.asked.length
    service.fleet.retryStream('dev_1')
    service.fleet.takeBack('dev_1')
    service.fleet.presses.gesture('wall 1', 'dev_1', { kind: 'key', key: 'enter' })
    service.clock.advance(4000)
    await service.until(() => service.notices.some(({ publicId }) => publicId === 'dev_1'))
    expect(service.asked.slice(before).filter((request) => request.includes('dev_1'))).toEqual([])
    service.fleet.interruptJob('dev_1')
    await service.until(() => service.state('dev_1').state === 'parked')
    service.fleet.retryStream('dev_1')
    await service.until(() => service.state('dev_1').state === 'live', 10)
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
      expect(await takeSlot(10_000)).toBeGreaterThanOrEqual(2000)
      expect(service.state('dev_2').state).toBe('live')
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
    expect(dials().filter((request) => request.endsWith('?fps=6'))).toHaveLength(99)
  })

  it('connects the control channel of a touched phone before other streams', async () => {
    show()
    await service.until(() => service.fleet.tiles.length === 100 && service.fleet.usage.usage !== null)
    await service.until(() => service.jobsAsked.length === 18 && dials().length === 10)
    service.fleet.presses.gesture('wall 1', 'dev_17', { kind: 'hover' })
    service.clock.advance(100)
    await service.until(() => service.asked.includes('control dev_17') && dials().length >= 11)
    expect(dials().slice(10)).toEqual(['stream dev_17?fps=6'])
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
