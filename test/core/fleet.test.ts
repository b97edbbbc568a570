import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFleetService, type FleetService } from './fleet-service'

describe('a fleet', () => {
  let service: FleetService

  beforeEach(async () => {
    service = await openFleetService(3, 3)
    service.fleet.show({ visible: service.phones, focused: null })
    await service.until(allLive)
  })
  afterEach(() => service.close())

  const allLive = () =>
    service.fleet.tiles.length === 3 && service.fleet.tiles.every(({ state }) => state === 'live')
  const allParkedWith = (fault: object) => {
    for (const tile of service.fleet.tiles)
      expect(tile).toMatchObject({ state: 'parked', fault, retryAt: null })
  }

  describe('whose key is refused', () => {
    const day = 24 * 3_600_000

    it('by a socket (4401), asks nothing more for any phone until the user tries again', async () => {
      service.streams.get('dev_1')?.close(4401, 'revoked')
      await service.until(() => service.streams.size === 0)
      allParkedWith({ kind: 'socket-closed', code: 4401 })
      const before = service.asked.length
      service.clock.advance(day)
      service.fleet.show({ visible: [], focused: null })
      service.fleet.show({ visible: service.phones, focused: 'dev_0' })
      service.fleet.gesture('dev_0', { kind: 'hover' })
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
      await service.until(() => {
        service.clock.advance(1000)
        return allLive()
      })
    })

    it('for one channel alone (4403), leaves the others alone', async () => {
      service.streams.get('dev_1')?.close(4403, 'scope')
      await service.until(() => service.state('dev_1').state === 'parked')
      service.clock.advance(15_000)
      expect(service.state('dev_0').state).toBe('live')
      expect(service.asked.filter((what) => what === 'stream dev_1')).toHaveLength(1)
    })
  })
})
