import { createI18n } from 'vue-i18n'
import { languages, type Language } from '../../src-shared/bridge/preferences'
import { pluralRule, type DesktopTexts } from '../../src-shared/bridge/desktop-texts'
import { flattened, type Catalogue } from './catalogue'
import { messages as en } from './en/messages'
import { messages as de } from './de/messages'
import { languageFacts } from './languages'

const catalogues: Record<Language, Catalogue> = { en, de }

const i18n = createI18n({
  legacy: false,
  locale: 'en' as Language,
  fallbackLocale: 'en',
  messages: { en: flattened(en), de: flattened(de) } satisfies Record<Language, Record<string, string>>,
  // Texts are looked up by their whole path, without taking it apart: names of commands have dots in them.
  messageResolver: (texts, path) => (texts as Record<string, string>)[path] ?? null,
  pluralRules: Object.fromEntries(languages.map((id) => [id, pluralRule(languageFacts[id].locale)])),
})

const { t } = i18n.global

/** The language of the page; whoever reads it, or a text, while something is rendered is rendered again when it changes. */
export const language = i18n.global.locale

/** What the desktop says of the program, in the language of the page. */
export const desktopWords = (): DesktopTexts => ({
  locale: intlLocale(),
  texts: catalogues[language.value].desktop,
})

/** Whose numbers and dates are shown (BCP 47). */
export const intlLocale = () => languageFacts[language.value].locale

// A tile reads many of them each time it is rendered, and to look one up takes the library some 10 µs.
const plainTexts = new Map<Language, Map<string, string>>(languages.map((id) => [id, new Map()]))

/** The text at a path in the language of the page, of one that has neither placeholders nor plural forms. */
export function plainText(path: string): string {
  const known = plainTexts.get(language.value)
  const text = known?.get(path) ?? t(path)
  known?.set(path, text)
  return text
}

/** The text at a path in the language of the page. @param count which of its plural forms it takes */
export function translate(path: string, values: Readonly<Record<string, string>>, count?: number): string {
  return count === undefined ? t(path, values) : t(path, values, count)
}
