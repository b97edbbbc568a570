import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jpegHeaders } from '../../renderer/phone/stream/jpeg'
import {
  allLive,
  openControl,
  openFleetService,
  openLiveFleet,
  ready,
  type FleetService,
} from './fleet-service'

describe('a fleet', () => {
  let service: FleetService
  beforeEach(async () => {
    service = await openLiveFleet()
  })
  afterEach(() => service.close())

  const allParkedWith = (fault: object) => {
    for (const tile of service.fleet.tiles)
      expect(tile).toMatchObject({ state: 'parked', fault, retryAt: null })
  }

  it('closes all streams and control channels when it is paused, and comes back', async () => {
    const view = { visible: service.phones, focused: [], selected: [] }
    await openControl(service, 'dev_0')
    const control = service.controls.get('dev_0')
    service.isPaused = true
    service.fleet.show(view)
    for (const tile of service.fleet.tiles)
      expect(tile).toMatchObject({ state: 'idle', idleReason: 'paused', control: 'closed' })
    await service.until(() => service.streams.size === 0 && control?.readyState === control?.CLOSED)
    service.fleet.presses.gesture('wall 1', 'dev_0', { kind: 'hover' })
    await service.fleet.readUsage()
    expect(service.streams.size).toBe(0)
    service.isPaused = false
    service.fleet.show(view)
    await service.until(() => allLive(service))
  })

  it('keeps a held phone live while it is paused, for unseen work, and no other', async () => {
    const view = { visible: service.phones, focused: ['dev_1'], selected: [] }
    const letGo = service.fleet.framed('dev_0').open({ push: () => undefined })
    service.isPaused = service.worksUnseen = true
    service.fleet.show(view)
    await service.until(() => service.streams.size === 1)
    const states = () => service.fleet.tiles.map(({ state }) => state)
    expect(states()).toEqual(['live', ...service.phones.slice(1).map(() => 'idle')])
    letGo()
    service.worksUnseen = false
    service.fleet.show(view)
    await service.until(() => service.streams.size === 0)
  })

  it('says how far phones are slowed for this computer, until fewer are in sight', async () => {
    const crowd = await openFleetService(20, 20, 60)
    crowd.fleet.show({ visible: crowd.phones, focused: [], selected: [] })
    await crowd.until(() => crowd.slowedTo.at(-1) === 3)
    crowd.fleet.show({ visible: crowd.phones.slice(0, 3), focused: [], selected: [] })
    await crowd.until(() => crowd.slowedTo.at(-1) === null, 1000)
    await crowd.close()
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

  it('keeps mirrored phones live out of sight, but interrupts no job', async () => {
    service.jobs.set('dev_2', [{ id: 'job', status: 'dispatched' }])
    await service.fleet.readJobs('dev_2')
    await service.until(() => service.state('dev_2').state === 'automation')
    service.fleet.mirror('wall 1', service.phones)
    service.fleet.show({ visible: ['dev_0'], focused: ['dev_0'], selected: [] })
    const longOutOfSight = service.clock.monotonic() + 15_000
    await service.until(() => service.clock.monotonic() > longOutOfSight, 100)
    const states = () => service.phones.map((publicId) => service.state(publicId).state)
    expect(states()).toEqual(['live', 'live', 'automation'])
    service.fleet.mirror('wall 1', [])
    await service.until(() => service.state('dev_1').state === 'idle', 100)
    expect(states()).toEqual(['live', 'idle', 'automation'])
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
      await openControl(service, 'dev_0')
      clock.advance(100)
      fleet.presses.gesture('wall 1', 'dev_0', { kind: 'key', key: 'enter' })
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
      service.fleet.presses.gesture('wall 1', 'dev_0', { kind: 'hover' })
      service.clock.advance(day)
      await service.fleet.readUsage()
      expect(service.asked.slice(before)).toEqual([])
    })

    it('reconnects every phone when the user retries and the key is accepted', async () => {
      service.streams.get('dev_1')?.close(4401, 'revoked')
      await service.until(() => service.streams.size === 0)
      service.fleet.retryStream('dev_2')
      await service.until(() => allLive(service), 10)
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
    service.fleet.presses.gesture('wall 1', 'dev_1', { kind: 'key', key: 'enter' })
    await service.until(() => service.asked.some((request) => request.endsWith('?fps=20')), 100)
    expect(service.asked.filter((request) => request.startsWith('stream '))).toEqual([
      'stream dev_0?fps=12',
      'stream dev_1?fps=12',
      'stream dev_1?fps=20',
    ])
    await service.close()
  })
})
