import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoints, normalLineEnds, textPieces } from '../../../src-renderer/input/text-pieces'

describe('textPieces', () => {
  it('cuts at 4096 code points, of which an emoji is one and not two', () => {
    const pieces = textPieces('😀'.repeat(4097))
    expect(pieces.map(codePoints)).toEqual([4096, 1])
    expect(pieces[1]).toBe('😀')
  })

  it('loses and splits nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 7 }), (text, most) => {
        const pieces = textPieces(text, most)
        expect(pieces.join('')).toBe(text)
        expect(pieces.every((piece) => codePoints(piece) <= most && !/\p{Surrogate}/u.test(piece))).toBe(true)
      }),
    )
  })

  it('makes nothing of nothing', () => {
    expect(textPieces('')).toEqual([])
  })
})

describe('normalLineEnds', () => {
  it('knows the line ends of Windows and of old Macs', () => {
    expect(normalLineEnds('a\r\nb\rc\nd')).toBe('a\nb\nc\nd')
  })
})
