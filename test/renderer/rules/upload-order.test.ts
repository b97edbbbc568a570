import { describe, expect, it } from 'vitest'
import type { Upload, UploadStateName } from '../../../src-shared/features/upload-state'
import { inOrder, isRetryable, needsLook } from '../../../src-renderer/rules/upload-order'

const states: UploadStateName[] = [
  'done',
  'failed',
  'cancelled',
  'done',
  'unknown',
  'sending',
  'ticket',
  'waiting',
  'waiting',
]
const uploads = states.map((state, place) => ({ place, state }) as Upload)
const places = (list: readonly Upload[]) => list.map(({ place }) => place)

describe('inOrder', () => {
  it('sorts by state: sending, failed, waiting, ended', () => {
    expect(places(inOrder(uploads, 'state'))).toEqual([5, 6, 1, 4, 7, 8, 3, 0, 2])
  })

  it('sorts by time: newest first', () => {
    expect(places(inOrder(uploads, 'newest'))).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0])
    expect(places(uploads)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })
})

describe('an upload', () => {
  it('needs a look when it failed or its outcome is unknown', () => {
    expect(uploads.filter(needsLook).map(({ state }) => state)).toEqual(['failed', 'unknown'])
  })

  it('can be retried once it has failed or was cancelled', () => {
    expect(uploads.filter(isRetryable).map(({ state }) => state)).toEqual(['failed', 'cancelled', 'unknown'])
  })
})
