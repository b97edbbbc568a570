/**
 * What the desktop says of the program where no page can: the texts as the page's catalogue has them, with placeholders and plural
 * forms, and whose numbers and plurals they have (BCP 47).
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

/** Which of a text's plural forms a count takes: they stand in the order of CLDR's categories that the language has. */
export function pluralRule(locale: string): (count: number) => number {
  const rules = new Intl.PluralRules(locale)
  const { pluralCategories } = rules.resolvedOptions()
  const forms = categories.filter((category) => pluralCategories.includes(category))
  return (count) => forms.indexOf(rules.select(count))
}

/** A text, said of counts: `n` chooses the plural form. */
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
