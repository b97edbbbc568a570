import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { noTransfersSum, type Transfer } from '../../../src-shared/bridge/transfer-state'
import { unknownUsage } from '../../../src-shared/bridge/usage-state'
import type { Usage } from '../../../src-shared/protocol/usage'
import { pushHint, pushWarnings } from '../../../src-renderer/commands/push-text'
import { useFleets } from '../../../src-renderer/stores/fleets'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { useTransfers } from '../../../src-renderer/stores/transfers'
import { useUsage } from '../../../src-renderer/stores/usage'

describe('what is said before files are dropped', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('is how many there are, and whom they go to', () => {
    expect(pushHint(1, ['a'])).toBe('Push 1 file to a')
    expect(pushHint(3, ['a', 'b'])).toBe('Push 3 files to 2 selected phones')
  })

  it('is how many of the phones are offline', () => {
    const { conditions } = useTiles()
    expect(pushWarnings(1, ['a', 'b'])).toEqual([])
    conditions.set('b', 'offline')
    expect(pushWarnings(1, ['a', 'b', 'c'])).toEqual(['1 of them is offline now'])
    expect(pushWarnings(1, ['b'])).toEqual(['It is offline now'])
  })

  it('is how many uploads are left, where they will not do', () => {
    const uploads = { used: 94, remaining: 6 }
    useUsage().replace({ ...unknownUsage, usage: { uploads } as unknown as Usage })
    expect(pushWarnings(3, ['a', 'b'])).toEqual([])
    expect(pushWarnings(4, ['a', 'b'])).toEqual(['6 more uploads are left today'])
  })

  it('counts off the uploads that wait already, those of this fleet that are not over', () => {
    const fleet = { id: 'lab', name: 'Lab', baseUrl: 'https://a.example/v1', kind: 'saved' as const }
    useFleets().replace({ fleets: [fleet], activeId: 'lab', keychain: true })
    useUsage().replace({
      ...unknownUsage,
      usage: { uploads: { used: 90, remaining: 10 } } as unknown as Usage,
    })
    const transfers = [
      { place: 0, fleetId: 'lab', state: 'waiting' },
      { place: 1, fleetId: 'lab', state: 'sending' },
      { place: 2, fleetId: 'lab', state: 'done' },
      { place: 3, fleetId: 'shop', state: 'waiting' },
    ] as Transfer[]
    useTransfers().replace({ transfers, sum: noTransfersSum }, 0)
    expect(pushWarnings(4, ['a', 'b'])).toEqual([])
    expect(pushWarnings(9, ['a'])).toEqual(['8 more uploads are left today'])
  })
})
