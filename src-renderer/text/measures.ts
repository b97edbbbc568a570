import { messages } from './messages'
import { formatCount, formatTenths } from './numbers'

/** Formats a share from 0 to 1; `100%` and `0%` only if exact: 0.42 -> `42%`, 0.9997 -> `>99%`. */
export function formatShare(share: number): string {
  const words = messages.shares
  if (share > 0 && share < 0.01) return words.nearlyNone
  if (share > 0.99 && share < 1) return words.nearlyAll
  return words.exact({ percent: Math.round(share * 100) })
}

/** Bytes in the decimal units of the service's limits: 20000000 -> '20.0 MB'. */
export function formatBytes(bytes: number): string {
  const words = messages.bytes
  if (bytes < 1000) return words.b({ amount: formatCount(bytes) })
  if (bytes < 1e6) return words.kb({ amount: formatTenths(bytes / 1e3) })
  if (bytes < 1e9) return words.mb({ amount: formatTenths(bytes / 1e6) })
  return words.gb({ amount: formatTenths(bytes / 1e9) })
}

/** Formats a running time as a clock does: 134 -> '2:14', 4000 -> '1:06:40'. */
export function formatClock(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [h, min] = [Math.floor(s / 3600), Math.floor(s / 60) % 60]
  return h > 0 ? `${h}:${two(min)}:${two(s % 60)}` : `${min}:${two(s % 60)}`
}

/** A span in seconds, in its two largest units: 4000 -> '1 h 6 min'. */
export function formatSpan(seconds: number): string {
  const words = messages.spans
  const s = Math.max(0, Math.round(seconds))
  if (s < 60) return words.seconds({ s })
  const min = Math.floor(s / 60)
  if (min < 60)
    return s % 60 === 0 || min >= 10 ? words.minutes({ min }) : words.minutesSeconds({ min, s: s % 60 })
  const h = Math.floor(min / 60)
  return min % 60 === 0 ? words.hours({ h }) : words.hoursMinutes({ h, min: min % 60 })
}
