import { describe, expect, it } from 'vitest'
import { languages } from '../../../src-shared/bridge/preferences'
import { flattened } from '../../../src-renderer/text/catalogue'
import { messages as de } from '../../../src-renderer/text/de/messages'
import { messages as en } from '../../../src-renderer/text/en/messages'
import { language, translate } from '../../../src-renderer/text/i18n'
import { languageFacts } from '../../../src-renderer/text/languages'

const catalogues = { en: flattened(en), de: flattened(de) } satisfies Record<
  (typeof languages)[number],
  Record<string, string>
>
const english = Object.entries(catalogues.en)

/** What stands on tiles, as an action does that is under way or was not done, and how many letters of a language the smallest of them have room for in a line. */
const onTiles = new RegExp(
  [
    '^(?:tile|notLive|faults|problems?|unreadable|budgets|keys)/',
    '^jobs/(?:kinds|leftAlone)/',
    '^act/(?:(?:press|openApp|setClipboard|readClipboard|line|other|notDone|mayHaveHappened)$|targets/)',
    '^commands/titles/phone\\.(?:home|app-switcher|lock|find|open-url|ip|airplane-(?:on|off)|recalibrate)$',
  ].join('|'),
)
const mostLetters = { en: 11, de: 10 }

const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].toSorted()
const formsOf = (text: string) => text.split(' | ')

describe.each(languages)('the catalogue in the language %s', (id) => {
  const texts = catalogues[id]

  it('has the same texts as the English one, each with something in it', () => {
    expect(Object.keys(texts).toSorted()).toEqual(english.map(([path]) => path).toSorted())
    expect(Object.entries(texts).filter(([, text]) => text.trim() !== text || text === '')).toEqual([])
  })

  it('says in each text, and in each form of it, what the English one says', () => {
    // Only the count itself may be left out of a form, as in “one phone”.
    const said = (text: string) => placeholders(text).filter((name) => name !== 'n')
    for (const [path, inEnglish] of english) {
      const text = texts[path] ?? ''
      for (const form of formsOf(text)) expect(said(form), path).toEqual(said(inEnglish))
      expect(placeholders(text).includes('n'), path).toBe(placeholders(inEnglish).includes('n'))
    }
  })

  it('has one form, or as many as the language has for counts', () => {
    const { pluralCategories } = new Intl.PluralRules(languageFacts[id].locale).resolvedOptions()
    const wrong = Object.entries(texts).filter(
      ([, text]) => ![1, pluralCategories.length].includes(formsOf(text).length),
    )
    expect(wrong).toEqual([])
  })

  it('is put together by the library as it is written', () => {
    language.value = id
    try {
      for (const [path, text] of Object.entries(texts)) {
        const values = Object.fromEntries(placeholders(text).map((name) => [name, `<${name}>`]))
        const forms = formsOf(text).map((form) => form.replace(/\{(\w+)\}/g, '<$1>'))
        expect(forms).toContain(translate(path, values, 1))
        expect(forms).toContain(translate(path, values, 2))
      }
    } finally {
      language.value = 'en'
    }
  })

  it('is set as a printer would: with the quotation marks of the language, and one sign for an ellipsis', () => {
    const quotation = { en: /“[^“”„]*”/g, de: /„[^“”„]*“/g }
    const wrong = Object.entries(texts).filter(([, text]) =>
      /['"“”„]|\.\.\.| {2}/.test(text.replace(quotation[id], 'quoted')),
    )
    expect(wrong).toEqual([])
  })

  it('says where long words of tiles are divided: not every browser knows', () => {
    const long = Object.entries(texts).flatMap(([path, text]) => {
      const words = text.replaceAll(/\{\w+\}/g, '').match(/\p{L}+/gu) ?? []
      return onTiles.test(path) ? words.filter(({ length }) => length > mostLetters[id]) : []
    })
    expect([...new Set(long)]).toEqual([])
  })
})
