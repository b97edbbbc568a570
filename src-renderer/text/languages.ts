import type { Language } from '../../src-shared/bridge/preferences'

/**
 * Each language by its own name; `locale` is whose numbers, dates and plurals it has (BCP 47), `direction` the way that
 * its lines run, and with them the page.
 */
export const languageFacts: Record<Language, { name: string; locale: string; direction: 'ltr' | 'rtl' }> = {
  en: { name: 'English', locale: 'en-GB', direction: 'ltr' },
  de: { name: 'Deutsch', locale: 'de-DE', direction: 'ltr' },
}
