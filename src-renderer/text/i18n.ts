import { createI18n } from 'vue-i18n'
import { flattened } from './catalogue'
import { messages as en } from './en/messages'
import { languageIds, languages, type Language } from './languages'

const categories: Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']

/** Which of a text's plural forms a count takes: they stand in the order of CLDR's categories that the language has. */
function pluralRule(locale: string): (count: number) => number {
  const rules = new Intl.PluralRules(locale)
  const { pluralCategories } = rules.resolvedOptions()
  const forms = categories.filter((category) => pluralCategories.includes(category))
  return (count) => forms.indexOf(rules.select(count))
}

const i18n = createI18n({
  legacy: false,
  locale: 'en' as Language,
  fallbackLocale: 'en',
  messages: { en: flattened(en) } satisfies Record<Language, Record<string, string>>,
  // Texts are looked up by their whole path, without taking it apart: names of commands have dots in them.
  messageResolver: (texts, path) => (texts as Record<string, string>)[path] ?? null,
  pluralRules: Object.fromEntries(languageIds.map((id) => [id, pluralRule(languages[id].locale)])),
})

const { locale, t } = i18n.global

/** Whose numbers and dates are shown (BCP 47). */
export const intlLocale = () => languages[locale.value].locale

// A tile reads many of them each time it is rendered, and to look one up takes the library some 10 µs.
const plainTexts = new Map<Language, Map<string, string>>(languageIds.map((id) => [id, new Map()]))

/** The text at a path in the language of the page, of one that has neither placeholders nor plural forms. */
export function plainText(path: string): string {
  const known = plainTexts.get(locale.value)
  const text = known?.get(path) ?? t(path)
  known?.set(path, text)
  return text
}

/** The text at a path in the language of the page. @param count which of its plural forms it takes */
export function translate(path: string, values: Readonly<Record<string, string>>, count?: number): string {
  return count === undefined ? t(path, values) : t(path, values, count)
}
