/**
 * The texts that appear outside pages, with placeholders and plural forms as in the page's catalogue, and their locale
 * (BCP 47).
 */
export interface DesktopTexts {
  locale: string
  texts: Record<DesktopText, string>
}

export const desktopTexts = [
  'quitTitle',
  'quitSteps',
  'quitInputs',
  'quitAbout',
  'quit',
  'stay',
  'crashed',
  'crashedAbout',
  'loadAnew',
  'leave',
  'closeWindow',
  'ended',
  'arrived',
  'someFailed',
  'failed',
] as const
export type DesktopText = (typeof desktopTexts)[number]

const categories: Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']

/** Returns which plural form a count takes; forms are in the order of the language's CLDR categories. */
export function pluralRule(locale: string): (count: number) => number {
  const rules = new Intl.PluralRules(locale)
  const { pluralCategories } = rules.resolvedOptions()
  const forms = categories.filter((category) => pluralCategories.includes(category))
  return (count) => forms.indexOf(rules.select(count))
}

/** Formats a text with counts; `n` chooses the plural form. */
export function formatDesktopText(
  { locale, texts }: DesktopTexts,
  text: DesktopText,
  counts: Readonly<Record<string, number>> = {},
): string {
  const forms = texts[text].split(' | ')
  const form = forms[counts['n'] === undefined ? 0 : pluralRule(locale)(counts['n'])] ?? texts[text]
  const shown = new Intl.NumberFormat(locale)
  return form.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const count = counts[name]
    return count === undefined ? whole : shown.format(count)
  })
}
