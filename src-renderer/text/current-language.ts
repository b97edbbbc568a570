import { shallowRef } from 'vue'
import type { Language } from '../../src-shared/bridge/preferences'
import type { DesktopTexts } from '../../src-shared/bridge/desktop-texts'
import { formatText } from '../../src-shared/texts/format-text'
import { flattened, type Catalogue } from './catalogue'
import { messages as en } from './en/messages'
import { messages as de } from './de/messages'
import { languageFacts } from './languages'

const catalogues: Record<Language, Catalogue> = { en, de }
const texts = Object.fromEntries(
  Object.entries(catalogues).map(([id, catalogue]) => [id, flattened(catalogue)]),
) as Record<Language, Record<string, string>>

/** The language of the page. Rendering that reads it, or any text, runs again when it changes. */
export const language = shallowRef<Language>('en')

/** Returns the desktop's texts in the language of the page. */
export const desktopWords = (): DesktopTexts => ({
  locale: intlLocale(),
  texts: catalogues[language.value].desktop,
})

/** Returns the locale for numbers and dates (BCP 47). */
export const intlLocale = () => languageFacts[language.value].locale

/** Returns the text at a path in the language of the page, as the catalogue has it. */
export const textAt = (path: string): string => texts[language.value][path] ?? path

/** Formats the text at a path in the language of the page. */
export const translate = (path: string, values: Readonly<Record<string, string | number>>): string =>
  formatText(intlLocale(), textAt(path), values)
