import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages, type Language } from '../../../src-shared/features/preferences-state'
import { formatText } from '../../../src-shared/texts/format-text'
import type { Texts } from '../../../src-shared/texts/spoken'
import { flattened, speak, translate } from '../../../src-renderer/text/current-language'
import { english as texts } from '../../../src-renderer/text/english'
import { languageFacts } from '../../../src-renderer/text/languages'
import { formatCount } from '../../../src-renderer/text/numbers'

const folder = 'resources/languages'
const read = (id: string) => flattened(JSON.parse(readFileSync(`${folder}/${id}.json`, 'utf8')) as Texts)
const catalogues = Object.fromEntries(
  languages.map((id) => [id, id === 'en' ? flattened(texts) : read(id)]),
) as Record<Language, Record<string, string>>
const english = Object.entries(catalogues.en)

/** Texts on tiles. The narrowest tile has room for `mostLetters` letters in a line. */
const onTiles = new RegExp(
  [
    '^(?:tile|notLive|faults|problems?|unreadable|budgets|keys)/',
    '^(?:jobNames/kinds|jobs/leftAlone)/',
    '^act/(?:(?:press|openApp|setClipboard|readClipboard|line|other|failed|unconfirmed)$|targets/|gestures/)',
    '^commands/titles/phone\\.(?:home|app-switcher|lock|find|open-url|ip|airplane-(?:on|off)|recalibrate)$',
  ].join('|'),
)
const mostLetters: Record<Language, number> = {
  ...{ en: 12, de: 10, es: 12, pt: 12, ru: 12 },
  // A line of these breaks between any two characters.
  ...{ zh: Infinity, ja: Infinity },
}

/** Other words for a phone, a budget, a flow, a schedule, a label, a wall: each thing has one word in a language. */
const rivals: Partial<Record<Language, RegExp>> = {
  de: /Handy|Gerät|Mobiltelefon|Skript|Kontingent|Etikett|Terminplan|Mauer/,
  es: /móvil|celular|dispositivo|presupuesto|guion|script|horario|pared/i,
  pt: /smartphone|dispositivo|aparelho|orçamento|roteiro|script|cronograma|rótulo|parede/i,
  ru: /смартфон|устройств|бюджет|скрипт|поток|график|ярлык/i,
  zh: /设备|预算|脚本|工作流|日程|墙面/,
  ja: /デバイス|電話|予算|スクリプト|ワークフロー|予定表|壁/,
}
/** Words to search by, and names that the phones and systems give. */
const ofOthers = /synonyms\/|\/words$|^act\/(?:submenus|targets)\/|^appMenu\/roles\//

const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].toSorted()
const formsOf = (text: string) => text.split(' | ')

describe.each(languages)('the catalogue in the language %s', (id) => {
  const texts = catalogues[id]

  it('has the same texts as the English one, none empty', () => {
    expect(Object.keys(texts).toSorted()).toEqual(english.map(([path]) => path).toSorted())
    expect(Object.entries(texts).filter(([, text]) => text.trim() !== text || text === '')).toEqual([])
  })

  it('has the placeholders of the English text in every form', () => {
    // A form may leave out the count alone, as in “one phone”.
    const said = (text: string) => placeholders(text).filter((name) => name !== 'n')
    for (const [path, inEnglish] of english) {
      const text = texts[path] ?? ''
      for (const form of formsOf(text)) expect(said(form), path).toEqual(said(inEnglish))
      expect(placeholders(text).includes('n'), path).toBe(placeholders(inEnglish).includes('n'))
    }
  })

  it('has one form, or all plural forms of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(languageFacts[id].locale).resolvedOptions()
    const wrong = Object.entries(texts).filter(
      ([, text]) => ![1, pluralCategories.length].includes(formsOf(text).length),
    )
    expect(wrong).toEqual([])
  })

  it('shows the number in every form that is not of one alone', () => {
    const { locale } = languageFacts[id]
    for (const [path, text] of Object.entries(texts).filter(([, each]) => each.includes('{n}')))
      for (const n of [2, 5, 11, 21, 1.5])
        expect(formatText(locale, text, { n }), path).toContain(formatCount(n))
  })

  it('formats every text with its placeholders filled in', async () => {
    await speak(id)
    try {
      for (const [path, text] of Object.entries(texts)) {
        const values = Object.fromEntries(placeholders(text).map((name) => [name, `<${name}>`]))
        const [form = ''] = formsOf(text)
        expect(translate(path, values)).toBe(form.replaceAll(/\{(\w+)\}/g, '<$1>'))
      }
    } finally {
      await speak('en')
    }
  })

  it('has about the length of the English text', () => {
    const letters = (text: string) => formsOf(text.replaceAll('\u00AD', ''))[0]?.length ?? 0
    const long = english.filter(([path, text]) => letters(texts[path] ?? '') > 2 * letters(text) + 12)
    expect(long).toEqual([])
  })

  it('uses the quotation marks of the language and one sign for an ellipsis', () => {
    const quotation: Record<Language, RegExp> = {
      ...{ en: /“[^“”„]*”/g, de: /„[^“”„]*“/g, es: /“[^“”]*”/g, pt: /“[^“”]*”/g },
      ...{ ru: /«[^«»]*»|„[^„“]*“/g, zh: /“[^“”]*”/g, ja: /「[^「」]*」/g },
    }
    const wrong = Object.entries(texts).filter(([, text]) =>
      /['"“”„«»「」]|\.\.\.| {2}/.test(text.replace(quotation[id], 'quoted')),
    )
    expect(wrong).toEqual([])
  })

  it('has one word for each thing', () => {
    const rival = rivals[id]
    const said = Object.entries(texts).filter(([path]) => !ofOthers.test(path))
    expect(said.filter(([, text]) => rival?.test(text.replaceAll('\u00AD', '')))).toEqual([])
  })

  it('divides the long words of tiles with soft hyphens', () => {
    const long = Object.entries(texts).flatMap(([path, text]) => {
      const words = text.replaceAll(/\{\w+\}/g, '').match(/\p{L}+/gu) ?? []
      return onTiles.test(path) ? words.filter(({ length }) => length > mostLetters[id]) : []
    })
    expect([...new Set(long)]).toEqual([])
  })
})

it('every language but English is a file', () => {
  expect(['en', ...readdirSync(folder).map((name) => name.replace('.json', ''))].toSorted()).toEqual(
    languages.toSorted(),
  )
})

describe('an English sentence', () => {
  const texts = english.flatMap(([path, text]) =>
    formsOf(text).map((form) => [path, form.replaceAll(/\{\w+\}/g, '')] as const),
  )
  /** Sentences that a tile shows; longer ones of the same groups stand in dialogs, the tray or toasts. */
  const ofTiles =
    /^(?:tile|notLive|problems|unreadable|jobs\/leftAlone|faults\/(?:closed|control|network|input|behind|text|noSuchKey|notTyped|notCopied|noNetwork|cancelled|givenUp|jobPending|missingPermission)|budgets\/\w+\/usedUp)/
  const ofHints = /^tile\/busyDetail$/
  const longerThan = (most: number, isMeant: (path: string) => boolean) =>
    texts.filter(([path, text]) => isMeant(path) && text.length > most)

  it('has at most 40 characters on a tile', () => {
    expect(longerThan(40, (path) => ofTiles.test(path) && !ofHints.test(path))).toEqual([])
  })

  it('has at most 90 characters elsewhere', () => {
    expect(longerThan(90, () => true)).toEqual([])
  })
})
