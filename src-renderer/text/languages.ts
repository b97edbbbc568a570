/** The languages that there is a catalogue for, each by its own name; `locale` is whose numbers, dates and plurals it has (BCP 47). */
export const languages = {
  en: { name: 'English', locale: 'en-GB' },
} as const satisfies Record<string, { name: string; locale: string }>

export type Language = keyof typeof languages

export const languageIds = Object.keys(languages) as Language[]
