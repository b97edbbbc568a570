import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText, fitsOneMessage } from '../../src-shared/protocol/text-cut'

const message = (text: string) => JSON.stringify({ type: 'text', text })

function expectLegal(text: string): string[] {
  const pieces = cutText(text)
  expect(pieces.join('')).toBe(text)
  for (const piece of pieces) {
    expect([...piece].length).toBeLessThanOrEqual(4096)
    expect(Buffer.byteLength(message(piece))).toBeLessThanOrEqual(8192)
  }
  return pieces
}

describe('cutting text for the control channel (spec 4.11, rules 3 and 4)', () => {
  it('sends 4096 characters as one message and 4097 as two', () => {
    expect(expectLegal('a'.repeat(4096))).toHaveLength(1)
    expect(expectLegal('a'.repeat(4097)).map(({ length }) => length)).toEqual([4096, 1])
  })

  it('cuts 4096 valid characters whose bytes would close the channel', () => {
    const pieces = expectLegal('漢'.repeat(4096))
    expect(pieces).toHaveLength(2)
    expect(fitsOneMessage(`${pieces[0]}漢`)).toBe(false)
  })

  it('counts bytes after JSON escaping', () => {
    expect(expectLegal('\u0001'.repeat(2000)).length).toBeGreaterThan(1)
    expect(expectLegal('"'.repeat(4096)).length).toBeGreaterThan(1)
  })

  it('never cuts inside a grapheme', () => {
    const family = '👨‍👩‍👧‍👦'
    for (const piece of expectLegal(family.repeat(700))) expect(piece.replaceAll(family, '')).toBe('')
  })

  it('cuts a grapheme that is too long for one message', () => {
    expectLegal(`e${'\u0301'.repeat(9000)}`)
  })

  it('cuts a million characters quickly', () => {
    expect(expectLegal('漢'.repeat(1_000_000)).length).toBeLessThan(400)
  })

  it('delivers any text whole in valid messages', () => {
    // The library's unit 'binary' takes two seconds to list all code points.
    const unit = fc
      .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
      .map((code) => String.fromCodePoint(code))
    const part = fc.tuple(fc.string({ unit, maxLength: 8 }), fc.integer({ min: 1, max: 400 }))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        expectLegal(parts.map(([text, times]) => text.repeat(times)).join(''))
      }),
      { numRuns: 20 },
    )
  })

  it('cuts between graphemes, as late as possible', () => {
    const alphabet = ['a', '"', '漢', 'e\u0301', '😀', '👨‍👩‍👧‍👦', '🇩🇪', '\r\n', '\u0001']
    const part = fc.tuple(fc.constantFrom(...alphabet), fc.integer({ min: 1, max: 1500 }))
    const whole = new RegExp(`^(?:${alphabet.join('|')})*$`, 'u')
    const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 3, size: 'max' }), (parts) => {
        const text = parts.map(([character, times]) => character.repeat(times)).join('')
        const pieces = expectLegal(text)
        pieces.forEach((piece, index) => {
          expect(piece).toMatch(whole)
          const next = graphemes.segment(pieces[index + 1] ?? '').containing(0)
          if (next) expect(fitsOneMessage(piece + next.segment)).toBe(false)
        })
      }),
      { numRuns: 10 },
    )
  })
})
