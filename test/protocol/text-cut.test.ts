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

describe('a text for the control channel (spec 4.11, rules 3 and 4)', () => {
  it('of 4096 characters goes as one message, of 4097 as two', () => {
    expect(expectLegal('a'.repeat(4096))).toHaveLength(1)
    expect(expectLegal('a'.repeat(4097)).map(({ length }) => length)).toEqual([4096, 1])
  })

  it('of 4096 legal characters is cut where its bytes would close the channel', () => {
    const pieces = expectLegal('漢'.repeat(4096))
    expect(pieces).toHaveLength(2)
    expect(fitsOneMessage(`${pieces[0]}漢`)).toBe(false)
  })

  it('counts what JSON makes of a character', () => {
    expect(expectLegal('\u0001'.repeat(2000)).length).toBeGreaterThan(1)
    expect(expectLegal('"'.repeat(4096)).length).toBeGreaterThan(1)
  })

  it('is never cut inside what a person sees as one character', () => {
    const family = '👨‍👩‍👧‍👦'
    for (const piece of expectLegal(family.repeat(700))) expect(piece.replaceAll(family, '')).toBe('')
  })

  it('is cut even where one character is too long for a message', () => {
    expectLegal(`e${'\u0301'.repeat(9000)}`)
  })

  it('cuts a million characters in no time', () => {
    expect(expectLegal('漢'.repeat(1_000_000)).length).toBeLessThan(400)
  })

  it('arrives whole in legal messages, whatever it holds', () => {
    // The library's own unit 'binary' takes two seconds to make a list of them all.
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

  it('is cut between what a person sees as characters, and no sooner than it must be', () => {
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
