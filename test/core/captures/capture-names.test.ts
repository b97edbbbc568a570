import fc from 'fast-check'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultPreferences } from '../../../src-shared/features/preferences-state'
import { captureName } from '../../../src-main/core/captures/capture-names'

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
    expect(name('AUX', '{phone}')).toBe('AUX_.jpg')
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
