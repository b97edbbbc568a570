import fc from 'fast-check'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultPreferences } from '../../../src-shared/features/preferences-state'
import { captureName, safePart } from '../../../src-main/core/captures/capture-names'

const at = new Date(2026, 2, 1, 14, 5, 9)
// Pieces of names that are trouble somewhere.
const nasty = [
  ...['a', '.', ' ', '/', '\\', ':', '{phone}', '{fleet}', 'CON', 'nul.', '-', '~', '\u0000', '\u0085'],
  ...['\ud800', '\u0301', '😀', 'é', '電', '\u200d', '\ufeff', '\u2028', '\u202e', '\uffff', '\u{10ffff}'],
]
const { pattern } = defaultPreferences.captures
const name = (phone: string, by = pattern, fleet = 'Berlin') =>
  captureName(by, { fleet, phone, publicId: 'dev_a', at }, '.jpg')

describe('the name of a capture', () => {
  it('follows the pattern, so that names sort by time', () => {
    expect(name('Ash')).toBe('Berlin/2026-03-01 14.05.09 Ash.jpg')
    expect(name('Ash', '{id}\\{phone} {what}')).toBe('dev_a/Ash {what}.jpg')
    expect(captureName(pattern, { fleet: 'F', phone: 'Ash', publicId: 'a', at }, '.png', 2)).toBe(
      'F/2026-03-01 14.05.09 Ash (2).png',
    )
  })

  it('stays below the folder, whatever a phone, a fleet or a pattern says', () => {
    expect(name('../../etc/passwd')).toBe('Berlin/2026-03-01 14.05.09 .. .. etc passwd.jpg')
    expect(name('Ash', '../..//{phone}')).toBe('Ash.jpg')
    expect(name('Ash', '/etc/C:\\{phone}')).toBe('etc/C/Ash.jpg')
    expect(name('Ash', '{fleet}/{phone}', '..')).toBe('Ash.jpg')
    expect(name('', '{phone}')).toBe('Phone.jpg')
    expect(name(' . ', '{fleet}/', '')).toBe('Phone.jpg')
  })

  it('has no character that a system refuses or that hides the rest', () => {
    expect(safePart('a<b>:"c"|d?*\u0007')).toBe('a b c d')
    expect(safePart('photo\u202egpj.exe')).toBe('photo gpj.exe')
    expect(safePart('a\ud800b\u2028c\u200bd')).toBe('a b c d')
    expect(safePart(' .電話 😀. ')).toBe('電話 😀')
  })

  it('is no device of Windows', () => {
    expect(['CON', 'nul.txt', 'Com1 .a', 'lpt¹', 'CONIN$'].map((one) => safePart(one))).toEqual([
      'CON_',
      'nul_.txt',
      'Com1_ .a',
      'lpt¹_',
      'CONIN$_',
    ])
    expect(safePart('console COM10')).toBe('console COM10')
    expect(name('AUX', '{phone}')).toBe('AUX_.jpg')
  })

  it('has at most 200 bytes a part, and whole characters', () => {
    const family = '👨‍👩‍👧'
    const part = safePart(family.repeat(50), ' (12).jpg')
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200)
    expect(part).toBe(`${family.repeat(10)} (12).jpg`)
    expect(safePart(`a${'\u0301'.repeat(300)}`)).toBe('')
  })

  it('holds all of this for any text', () => {
    const text = fc.array(fc.constantFrom(...nasty), { maxLength: 90 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, text, text, (by, phone, fleet) => {
        const path = name(phone, by, fleet)
        expect(posix.normalize(path)).toBe(path)
        for (const part of path.split('/')) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200)
          expect(part).toMatch(/^[^\s.](.*[^\s.])?$/su)
          expect(part).not.toMatch(/[\\:*?"<>|\p{Cc}\p{Cs}\p{Bidi_Control}]/u)
        }
      }),
    )
  })
})
