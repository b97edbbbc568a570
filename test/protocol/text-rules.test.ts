import { describe, expect, it } from 'vitest'
import { flawOf } from '../../src-shared/protocol/text-rules'

describe('a text for the service (spec 4.4)', () => {
  it('is too long by code points, however many characters it looks like', () => {
    expect(flawOf('𝒜'.repeat(64), 64)).toBeNull()
    expect(flawOf('𝒜'.repeat(65), 64)).toBe('too-long')
    expect(flawOf('', 64)).toBeNull()
  })

  it('cannot be sent with half a character or a null character in it', () => {
    expect(flawOf('half a character: \ud83d', 64)).toBe('unsendable')
    expect(flawOf('nothing\0', 64)).toBe('unsendable')
  })
})
