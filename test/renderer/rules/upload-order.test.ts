import { describe, expect, it } from 'vitest'
import type { Upload, UploadStateName } from '../../../src-shared/bridge/upload-state'
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

describe('the order of transfers', () => {
  it('by state begins with what is on its way, then what needs a hand, and ends with what is over', () => {
    expect(places(inOrder(uploads, 'state'))).toEqual([5, 6, 1, 4, 7, 8, 3, 0, 2])
  })

  it('by time begins with what was added last', () => {
    expect(places(inOrder(uploads, 'newest'))).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0])
    expect(places(uploads)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })
})

describe('a transfer', () => {
  it('needs a look where it has not arrived, as far as is known, and nobody wanted that', () => {
    expect(uploads.filter(needsLook).map(({ state }) => state)).toEqual(['failed', 'unknown'])
  })

  it('can be sent again by hand once it has ended otherwise than well', () => {
    expect(uploads.filter(isRetryable).map(({ state }) => state)).toEqual(['failed', 'cancelled', 'unknown'])
  })
})
