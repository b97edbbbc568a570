import type { Language } from '../../src-shared/features/preferences-state'

interface LanguageFacts {
  /** In the language itself. */
  name: string
  /** Whose numbers, dates and plurals it has (BCP 47). */
  locale: string
  /** A character of a script that computers may have no font for; left out: the app brings the font. */
  sample?: string
}

export const languageFacts: Record<Language, LanguageFacts> = {
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de-DE' },
  es: { name: 'Español', locale: 'es-ES' },
  pt: { name: 'Português (Brasil)', locale: 'pt-BR' },
  ru: { name: 'Русский', locale: 'ru-RU' },
  zh: { name: '简体中文', locale: 'zh-CN', sample: '选' },
  ja: { name: '日本語', locale: 'ja-JP', sample: 'あ' },
}

/** Names a language in letters that every computer can show. */
export const nameInEnglish = (language: Language): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
