import { computed, shallowReactive, shallowRef } from 'vue'
import type { Language } from '../../src-shared/features/preferences-state'
import type { DesktopText, DesktopTexts, MenuRole } from '../../src-shared/bridge/desktop-texts'
import { formatText, type TextValues } from '../../src-shared/texts/format-text'
import type { Texts } from '../../src-shared/texts/spoken'
import { english } from './english'
import { languageFacts } from './languages'

/** A catalogue as one list: each text by the keys that lead to it, with `/` between them. */
export function flattened(texts: Texts, path = ''): Record<string, string> {
  const entries = Object.entries(texts).map(([key, entry]) => {
    const here = path === '' ? key : `${path}/${key}`
    return typeof entry === 'string' ? { [here]: entry } : flattened(entry, here)
  })
  return Object.assign({}, ...entries) as Record<string, string>
}

// A language other than English is one file, which is loaded when the language is first chosen.
const files = import.meta.glob<Texts>('../../resources/languages/*.json', { import: 'default' })
const inEnglish = flattened(english)
const loaded = shallowReactive(new Map<Language, Readonly<Record<string, string>>>([['en', inEnglish]]))

/** The language of the page. Rendering that reads it, or any text, runs again when it changes. */
export const language = computed(() => spoken.value)
/** The language of which all texts are loaded. */
const spoken = shallowRef<Language>('en')
let wanted: Language = 'en'

/** Shows the page in a language, once its texts are loaded. Rejects if they can’t be. */
export async function speak(chosen: Language): Promise<void> {
  wanted = chosen
  const load = files[`../../resources/languages/${chosen}.json`]
  if (load && !loaded.has(chosen)) loaded.set(chosen, flattened(await load()))
  // The person may have chosen another while this one was loading.
  if (wanted === chosen) spoken.value = chosen
}

/** Returns the desktop's texts in the language of the page. */
export const desktopWords = (): DesktopTexts => ({
  locale: intlLocale(),
  texts: Object.fromEntries(
    Object.keys(english.desktop).map((key) => [key, textAt(`desktop/${key}`)]),
  ) as Record<DesktopText, string>,
})

/** Returns the names of what macOS itself does from the menu bar, in the language of the page. */
export const menuRoleWords = () =>
  Object.fromEntries(
    Object.keys(english.appMenu.roles).map((key) => [key, textAt(`appMenu/roles/${key}`)]),
  ) as Record<MenuRole, string>

/** Returns the locale for numbers and dates (BCP 47). */
export const intlLocale = () => languageFacts[language.value].locale

/** Returns the text at a path in the language of the page, and in English where that lacks it. */
export const textAt = (path: string): string => loaded.get(language.value)?.[path] ?? inEnglish[path] ?? path

/** Formats the text at a path in the language of the page. */
export const translate = (path: string, values: TextValues): string =>
  formatText(intlLocale(), textAt(path), values)
