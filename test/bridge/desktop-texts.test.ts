import { describe, expect, it } from 'vitest'
import { desktopTexts, formatDesktopText, type DesktopTexts } from '../../src-shared/bridge/desktop-texts'
import { desktopTextsSchema } from '../../src-shared/bridge/desktop-texts-schema'

const words: DesktopTexts = {
  locale: 'de-DE',
  texts: {
    ...(Object.fromEntries(desktopTexts.map((text) => [text, text])) as DesktopTexts['texts']),
    arrived: '{n} Datei hochgeladen | {n} Dateien hochgeladen',
  },
}

describe('desktop texts', () => {
  it('use the plural form and the number format of the language', () => {
    const arrived = (n: number) => formatDesktopText(words, 'arrived', { n })
    expect([1, 2, 1200].map(arrived)).toEqual([
      '1 Datei hochgeladen',
      '2 Dateien hochgeladen',
      '1.200 Dateien hochgeladen',
    ])
    expect(formatDesktopText(words, 'quit')).toBe('quit')
  })

  it('are accepted only when complete and in a known language', () => {
    expect(desktopTextsSchema.safeParse(words).success).toBe(true)
    expect(desktopTextsSchema.safeParse({ ...words, locale: 'no language' }).success).toBe(false)
    expect(desktopTextsSchema.safeParse({ ...words, texts: { quit: 'Quit' } }).success).toBe(false)
    expect(desktopTextsSchema.safeParse({ ...words, more: 1 }).success).toBe(false)
  })
})
