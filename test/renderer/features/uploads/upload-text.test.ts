import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { noUploadsSum, type Upload } from '../../../../src-shared/features/upload-state'
import { unknownScopes } from '../../../../src-shared/protocol/scope'
import { unknownUsage } from '../../../../src-shared/features/usage-state'
import type { Usage } from '../../../../src-shared/protocol/usage'
import {
  uploadHint,
  uploadWarnings,
  whyNotUpload,
  whyNotUploadText,
} from '../../../../src-renderer/features/uploads/upload-text'
import { useFleets } from '../../../../src-renderer/stores/fleets'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import { useUploads } from '../../../../src-renderer/features/uploads/uploads'
import { useUsage } from '../../../../src-renderer/stores/usage'
import { formatInstant } from '../../../../src-renderer/text/numbers'
import { fakeTile } from '../../fake-phone'

const hourMs = 3_600_000
/** A day of which so many uploads are left, and that ends at an instant of the service's clock. */
const uploadsLeft = (remaining: number, endsInMs = hourMs, serviceAheadMs = 0) => {
  const resets_at = new Date(Date.now() + serviceAheadMs + endsInMs).toISOString()
  const usage = { uploads: { used: 100 - remaining, remaining }, resets_at } as unknown as Usage
  useUsage().replace({ ...unknownUsage, usage, serviceAheadMs })
  return formatInstant(resets_at)
}

describe('the text before an upload', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('names the number of files and the target', () => {
    expect(uploadHint(1, ['a'])).toBe('Upload 1 file to a')
    expect(uploadHint(3, ['a', 'b'])).toBe('Upload 3 files to 2 selected phones')
  })

  it('counts offline phones', () => {
    const { conditions } = useTiles()
    expect(uploadWarnings(1, ['a', 'b'])).toEqual([])
    conditions.set('b', 'offline')
    expect(uploadWarnings(1, ['a', 'b', 'c'])).toEqual(['1 phone is offline'])
    expect(uploadWarnings(1, ['b'])).toEqual(['The phone is offline'])
  })

  it('says how many uploads the day’s budget allows', () => {
    const time = uploadsLeft(6)
    expect(uploadWarnings(3, ['a', 'b'])).toEqual([])
    expect(uploadWarnings(4, ['a', 'b'])).toEqual([`Only 6 of 8 uploads fit today’s budget. Resets ${time}`])
  })

  it('subtracts this fleet’s pending uploads from the budget', () => {
    const fleet = { id: 'lab', name: 'Lab', baseUrl: 'https://a.example/v1', kind: 'saved' as const }
    useFleets().replace({ fleets: [fleet], activeId: 'lab', elsewhere: [], keychain: true })
    const time = uploadsLeft(10)
    const uploads = [
      { place: 0, fleetId: 'lab', state: 'waiting' },
      { place: 1, fleetId: 'lab', state: 'sending' },
      { place: 2, fleetId: 'lab', state: 'done' },
      { place: 3, fleetId: 'shop', state: 'waiting' },
    ] as Upload[]
    useUploads().replace({ uploads, sum: noUploadsSum }, 0)
    expect(uploadWarnings(4, ['a', 'b'])).toEqual([])
    expect(uploadWarnings(9, ['a'])).toEqual([`Only 8 of 9 uploads fit today’s budget. Resets ${time}`])
    uploadsLeft(2)
    expect(whyNotUpload(['a']), 'those that wait may be cancelled').toBeNull()
    expect(uploadWarnings(1, ['a'])).toEqual([`Queued files use up today’s uploads. Resets ${time}`])
  })
})

describe('outdated facts', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('ignore the budget of a past day', () => {
    uploadsLeft(1, -1000)
    expect(uploadWarnings(2, ['a'])).toEqual([])
    uploadsLeft(1)
    expect(uploadWarnings(2, ['a'])).toHaveLength(1)
  })

  it('ignore that an idle phone was offline', () => {
    const tiles = useTiles()
    tiles.conditions.set('a', 'offline')
    tiles.tiles.set('a', fakeTile('a', { state: 'idle' }))
    expect([whyNotUpload(['a']), uploadWarnings(1, ['a'])]).toEqual([null, []])
    tiles.tiles.set('a', fakeTile('a', { state: 'connecting' }))
    expect(whyNotUpload(['a'])).toMatchObject({ kind: 'none-online' })
    expect(uploadWarnings(1, ['a'])).toHaveLength(1)
  })
})

describe('no upload is possible', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('without uploads left, until the service’s day ends', () => {
    expect(whyNotUpload(['a'])).toBeNull()
    const time = uploadsLeft(0)
    expect(whyNotUploadText(['a'])).toBe(`Today’s uploads are used up. Resets ${time}.`)
    uploadsLeft(1)
    expect(whyNotUpload(['a'])).toBeNull()
  })

  it('except after that day has ended by the service’s clock', () => {
    uploadsLeft(0, -1000)
    expect(whyNotUpload(['a'])).toBeNull()
    uploadsLeft(0, -1000, 2 * hourMs)
    expect(whyNotUpload(['a'])).toBeNull()
    uploadsLeft(0, 1000, -2 * hourMs)
    expect(whyNotUpload(['a'])).toMatchObject({ kind: 'budget-used-up' })
  })

  it('while all phones are offline', () => {
    const { conditions } = useTiles()
    conditions.set('a', 'offline')
    expect(whyNotUpload(['a', 'b'])).toBeNull()
    expect(whyNotUpload([])).toBeNull()
    expect(whyNotUploadText(['a'])).toBe('a is offline and can’t receive files.')
    conditions.set('b', 'offline')
    expect(whyNotUploadText(['a', 'b'])).toBe('All 2 phones are offline and can’t receive files.')
  })

  it('without the permission', () => {
    useFleets().scopes = { ...unknownScopes, upload: 'missing' }
    expect(whyNotUploadText(['a'])).toBe('This key needs permission “upload”')
  })
})
