import { describe, expect, it } from 'vitest'
import { flawOf, nameFlawOf } from '../../src-shared/protocol/text-rules'

describe('text for the service (spec 4.4)', () => {
  it('measures length in code points', () => {
    expect(flawOf('𝒜'.repeat(64), 64)).toBeNull()
    expect(flawOf('𝒜'.repeat(65), 64)).toBe('too-long')
    expect(flawOf('', 64)).toBeNull()
  })

  it('must not hold a lone surrogate or a null character', () => {
    expect(flawOf('half a character: \ud83d', 64)).toBe('unsendable')
    expect(flawOf('nothing\0', 64)).toBe('unsendable')
  })

  it('is no name with a control character, which notes may have', () => {
    const names = ['Lab\t1', 'bell\u0007', 'two\nlines', 'می\u200cخواهم', 'half \ud83d']
    expect(names.map((name) => nameFlawOf(name, 64))).toEqual([
      'control',
      'control',
      'control',
      null,
      'unsendable',
    ])
    expect(flawOf('two\nlines', 64)).toBeNull()
  })
})
