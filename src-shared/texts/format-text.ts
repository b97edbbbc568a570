import { withoutDirections } from '../protocol/directions'
import { commaList } from './comma-list'

/** The values of a text’s placeholders, by their names. */
export type TextValues = Readonly<Record<string, string | number | readonly string[]>>

const categories: Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']

interface LocaleRules {
  formFor: (count: number) => number
  show: (count: number) => string
}

// Intl objects are slow to make and quick to use.
const rules = new Map<string, LocaleRules>()

function rulesOf(locale: string): LocaleRules {
  const known = rules.get(locale)
  if (known) return known
  const wholeNumber = { maximumFractionDigits: 0 }
  // The form is that of the number shown: 1.5 is shown as 2.
  const plurals = new Intl.PluralRules(locale, wholeNumber)
  const { pluralCategories } = plurals.resolvedOptions()
  const forms = categories.filter((category) => pluralCategories.includes(category))
  const numbers = new Intl.NumberFormat(locale, wholeNumber)
  const made: LocaleRules = {
    formFor: (count) => forms.indexOf(plurals.select(count)),
    show: (count) => numbers.format(count),
  }
  rules.set(locale, made)
  return made
}

// Letters that run from right to left.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Keeps a name from turning itself and the text around it (isolates of Unicode’s UAX 9). */
const isolated = (value: string) => {
  const plain = withoutDirections(value)
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}

/**
 * Fills a text's placeholders, `{name}`. Plural forms stand between bars in the order of CLDR's categories, and `n`
 * chooses one. A number is shown as the locale shows counts, and a list with the locale's commas.
 *
 * @param locale BCP 47
 */
export function formatText(locale: string, text: string, values: TextValues = {}): string {
  const { formFor, show } = rulesOf(locale)
  const forms = text.split(' | ')
  const form = (typeof values['n'] === 'number' ? forms[formFor(values['n'])] : undefined) ?? forms[0] ?? text
  return form.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    if (typeof value === 'number') return show(value)
    return typeof value === 'object' ? commaList(locale, value.map(isolated)) : isolated(value ?? placeholder)
  })
}
