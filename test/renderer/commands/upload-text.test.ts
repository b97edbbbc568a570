import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { noUploadsSum, type Upload } from '../../../src-shared/bridge/upload-state'
import { unknownScopes } from '../../../src-shared/protocol/scope'
import { unknownUsage } from '../../../src-shared/bridge/usage-state'
import type { Usage } from '../../../src-shared/protocol/usage'
import {
  uploadHint,
  uploadWarnings,
  whyNotUpload,
  whyNotUploadText,
} from '../../../src-renderer/commands/upload-text'
import { useFleets } from '../../../src-renderer/stores/fleets'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { useUploads } from '../../../src-renderer/stores/uploads'
import { useUsage } from '../../../src-renderer/stores/usage'
import { formatInstant } from '../../../src-renderer/text/numbers'
import { fakeTile } from '../fake-phone'

const hourMs = 3_600_000
/** A day of which so many uploads are left, and that ends at an instant of the service's clock. */
const uploadsLeft = (remaining: number, endsInMs = hourMs, serviceAheadMs = 0) => {
  const resets_at = new Date(Date.now() + serviceAheadMs + endsInMs).toISOString()
  const usage = { uploads: { used: 100 - remaining, remaining }, resets_at } as unknown as Usage
  useUsage().replace({ ...unknownUsage, usage, serviceAheadMs })
  return formatInstant(resets_at)
}

describe('what is said before files are dropped', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('is how many there are, and whom they go to', () => {
    expect(uploadHint(1, ['a'])).toBe('Push 1 file to a')
    expect(uploadHint(3, ['a', 'b'])).toBe('Push 3 files to 2 selected phones')
  })

  it('is how many of the phones are offline', () => {
    const { conditions } = useTiles()
    expect(uploadWarnings(1, ['a', 'b'])).toEqual([])
    conditions.set('b', 'offline')
    expect(uploadWarnings(1, ['a', 'b', 'c'])).toEqual(['1 of them is offline now'])
    expect(uploadWarnings(1, ['b'])).toEqual(['It is offline now'])
  })

  it('is how many of the uploads go today, where not all do', () => {
    const time = uploadsLeft(6)
    expect(uploadWarnings(3, ['a', 'b'])).toEqual([])
    expect(uploadWarnings(4, ['a', 'b'])).toEqual([
      `Only 6 of 8 uploads go today; there are more from ${time}`,
    ])
  })

  it('counts off the uploads that wait already, those of this fleet that are not over', () => {
    const fleet = { id: 'lab', name: 'Lab', baseUrl: 'https://a.example/v1', kind: 'saved' as const }
    useFleets().replace({ fleets: [fleet], activeId: 'lab', keychain: true })
    const time = uploadsLeft(10)
    const uploads = [
      { place: 0, fleetId: 'lab', state: 'waiting' },
      { place: 1, fleetId: 'lab', state: 'sending' },
      { place: 2, fleetId: 'lab', state: 'done' },
      { place: 3, fleetId: 'shop', state: 'waiting' },
    ] as Upload[]
    useUploads().replace({ uploads, sum: noUploadsSum }, 0)
    expect(uploadWarnings(4, ['a', 'b'])).toEqual([])
    expect(uploadWarnings(9, ['a'])).toEqual([`Only 8 of 9 uploads go today; there are more from ${time}`])
    uploadsLeft(2)
    expect(whyNotUpload(['a']), 'those that wait may be cancelled').toBeNull()
    expect(uploadWarnings(1, ['a'])).toEqual([
      `The files that wait take the rest of today’s uploads; there are more from ${time}`,
    ])
  })
})

describe('what is not known any more', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('is what was left of a day that is over: nothing is said of it', () => {
    uploadsLeft(1, -1000)
    expect(uploadWarnings(2, ['a'])).toEqual([])
    uploadsLeft(1)
    expect(uploadWarnings(2, ['a'])).toHaveLength(1)
  })

  it('is whether a phone is offline that nobody has looked at since: files can be sent to it', () => {
    const tiles = useTiles()
    tiles.conditions.set('a', 'offline')
    tiles.tiles.set('a', fakeTile('a', { state: 'idle' }))
    expect([whyNotUpload(['a']), uploadWarnings(1, ['a'])]).toEqual([null, []])
    tiles.tiles.set('a', fakeTile('a', { state: 'connecting' }))
    expect(whyNotUpload(['a'])).toMatchObject({ kind: 'none-online' })
    expect(uploadWarnings(1, ['a'])).toHaveLength(1)
  })
})

describe('no file can be sent', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('where the day has no upload left, until the service’s day ends', () => {
    expect(whyNotUpload(['a'])).toBeNull()
    const time = uploadsLeft(0)
    expect(whyNotUploadText(['a'])).toBe(`Today’s uploads are used up; there are more from ${time}.`)
    uploadsLeft(1)
    expect(whyNotUpload(['a'])).toBeNull()
  })

  it('but perhaps again where that was of a day that is over by the service’s clock', () => {
    uploadsLeft(0, -1000)
    expect(whyNotUpload(['a'])).toBeNull()
    uploadsLeft(0, -1000, 2 * hourMs)
    expect(whyNotUpload(['a'])).toBeNull()
    uploadsLeft(0, 1000, -2 * hourMs)
    expect(whyNotUpload(['a'])).toMatchObject({ kind: 'budget-used-up' })
  })

  it('where all phones are offline, but not where some are', () => {
    const { conditions } = useTiles()
    conditions.set('a', 'offline')
    expect(whyNotUpload(['a', 'b'])).toBeNull()
    expect(whyNotUpload([])).toBeNull()
    expect(whyNotUploadText(['a'])).toBe('a is offline now: no file can be sent to it.')
    conditions.set('b', 'offline')
    expect(whyNotUploadText(['a', 'b'])).toBe('All 2 phones are offline now: no file can be sent to them.')
  })

  it('where the key lacks the scope', () => {
    useFleets().scopes = { ...unknownScopes, upload: 'missing' }
    expect(whyNotUploadText(['a'])).toBe('Not available: this key lacks scope upload')
  })
})
