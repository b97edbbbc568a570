import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allLive, openLiveFleet, type FleetService } from './fleet-service'

describe('the account of a fleet', () => {
  let service: FleetService
  beforeEach(async () => {
    service = await openLiveFleet()
  })
  afterEach(() => service.close())

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
    await service.until(() => allLive(service), 10)
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

  it('reads failed budgets again at a refresh', async () => {
    service.refuseAll = { status: 403, code: 'forbidden' }
    await service.fleet.readUsage()
    expect(service.fleet.usage.fault).toMatchObject({ code: 'forbidden' })
    service.refuseAll = null
    await service.fleet.refresh()
    expect(service.fleet.usage.fault).toBe(null)
  })
})
