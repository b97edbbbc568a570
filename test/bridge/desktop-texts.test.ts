import { describe, expect, it } from 'vitest'
import { desktopTexts, sayOnDesktop, type DesktopWords } from '../../src-shared/bridge/desktop-texts'
import { desktopWordsSchema } from '../../src-shared/bridge/desktop-texts-schema'

const words: DesktopWords = {
  locale: 'de-DE',
  texts: {
    ...(Object.fromEntries(desktopTexts.map((text) => [text, text])) as DesktopWords['texts']),
    arrived: '{n} Datei angekommen | {n} Dateien angekommen',
  },
}

describe('what the desktop says', () => {
  it('is in the plural form of its count, which is shown as the language shows counts', () => {
    const arrived = (n: number) => sayOnDesktop(words, 'arrived', { n })
    expect([1, 2, 1200].map(arrived)).toEqual([
      '1 Datei angekommen',
      '2 Dateien angekommen',
      '1.200 Dateien angekommen',
    ])
    expect(sayOnDesktop(words, 'quit')).toBe('quit')
  })

  it('is taken only whole, and in a language that there is', () => {
    expect(desktopWordsSchema.safeParse(words).success).toBe(true)
    expect(desktopWordsSchema.safeParse({ ...words, locale: 'no language' }).success).toBe(false)
    expect(desktopWordsSchema.safeParse({ ...words, texts: { quit: 'Quit' } }).success).toBe(false)
    expect(desktopWordsSchema.safeParse({ ...words, more: 1 }).success).toBe(false)
  })
})
