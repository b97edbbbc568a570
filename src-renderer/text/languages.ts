import type { Language } from '../../src-shared/features/preferences-state'

/** Each language by its own name; `locale` is whose numbers, dates and plurals it has (BCP 47). */
export const languageFacts: Record<Language, { name: string; locale: string }> = {
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de-DE' },
}
