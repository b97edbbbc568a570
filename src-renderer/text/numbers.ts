import { commaList as commaListIn } from '../../src-shared/texts/comma-list'
import { intlLocale } from './current-language'

/** Making a formatter takes longer than formatting: each is made once for a locale and a time zone, which may change. */
function perLocale<Formatter>(
  make: (locale: string, timeZone?: string) => Formatter,
): (timeZone?: string) => Formatter {
  const made = new Map<string, Formatter>()
  return (timeZone) => {
    const locale = intlLocale()
    const key = `${locale} ${timeZone ?? new Date().getTimezoneOffset()}`
    const formatter = made.get(key) ?? make(locale, timeZone)
    made.set(key, formatter)
    return formatter
  }
}

const whole = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }))
const tenths = perLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)
const instants = perLocale(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
)
const times = perLocale(
  (locale, timeZone) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }),
)

const lists = perLocale((locale) => new Intl.ListFormat(locale))

const weekdays = perLocale((locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }))

const names = perLocale((locale) => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }))

/** Compares two names for `sort`; 'Lab 9' comes before 'Lab 10'. */
export function compareNames(one: string, other: string): number {
  return names().compare(one, other)
}

/** The same for what has a name. */
export const byName = (one: { name: string }, other: { name: string }) => compareNames(one.name, other.name)

/** Formats a whole number: 12345 -> '12,345' */
export function formatCount(count: number): string {
  return whole().format(count)
}

/** Formats with one decimal: 9.96 -> '10.0' */
export function formatTenths(amount: number): string {
  return tenths().format(amount)
}

/** Formats an instant in the user's time zone. @param at ms since the epoch, or an ISO 8601 timestamp */
export function formatInstant(at: number | string, timeZone?: string): string {
  return instants(timeZone).format(new Date(at))
}

/** Formats a time of day in the user's time zone: '14:32'. @param at ms since the epoch */
export function formatTime(at: number, timeZone?: string): string {
  return times(timeZone).format(at)
}

/** Names a day of the week: 'Mon'. @param day from 0 for Sunday */
export function formatWeekday(day: number): string {
  // The epoch began on a Thursday.
  return weekdays().format((day + 3) * 86_400_000)
}

/** Joins words to a list: 'one, two and three' */
export function formatList(words: readonly string[]): string {
  return lists().format(words)
}

/** Joins words with the language's comma alone: 'one, two, three' */
export const commaList = (words: readonly string[]): string => commaListIn(intlLocale(), words)
