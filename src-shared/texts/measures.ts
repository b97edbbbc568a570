import type { Spoken } from './spoken'
import type { unitMessages } from './unit-messages'

type Numbers = Record<'formatCount' | 'formatTenths', (amount: number) => string>

/** Formats amounts with a language's words and numbers. */
export const measuresIn = (words: Spoken<typeof unitMessages>, { formatCount, formatTenths }: Numbers) => ({
  /** Formats a share from 0 to 1; `100%` and `0%` only if exact: 0.42 -> `42%`, 0.9997 -> `>99%`. */
  formatShare(share: number): string {
    if (share > 0 && share < 0.01) return words.shares.nearlyNone
    if (share > 0.99 && share < 1) return words.shares.nearlyAll
    return words.shares.exact({ percent: Math.round(share * 100) })
  },

  /** Formats bytes in the decimal units of the service's limits: 20000000 -> '20.0 MB'. */
  formatBytes(bytes: number): string {
    if (bytes < 1000) return words.bytes.b({ amount: formatCount(bytes) })
    if (bytes < 1e6) return words.bytes.kb({ amount: formatTenths(bytes / 1e3) })
    if (bytes < 1e9) return words.bytes.mb({ amount: formatTenths(bytes / 1e6) })
    return words.bytes.gb({ amount: formatTenths(bytes / 1e9) })
  },

  /** Formats a span in seconds, in its two largest units: 4000 -> '1 h 6 min'. */
  formatSpan(seconds: number): string {
    const s = Math.max(0, Math.round(seconds))
    if (s < 60) return words.spans.seconds({ s })
    const min = Math.floor(s / 60)
    if (min < 60)
      return s % 60 === 0 || min >= 10
        ? words.spans.minutes({ min })
        : words.spans.minutesSeconds({ min, s: s % 60 })
    const h = Math.floor(min / 60)
    return min % 60 === 0 ? words.spans.hours({ h }) : words.spans.hoursMinutes({ h, min: min % 60 })
  },
})
