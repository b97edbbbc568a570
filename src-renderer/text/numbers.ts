const whole = new Intl.NumberFormat('en')
const oneDigit = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** 12345 -> '12,345' */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** A share from 0 to 1 in per cent, 'all' and 'none' only where it is so: 0.42 -> '42 %', 0.9997 -> '> 99 %'. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.01) return '< 1 %'
  if (share > 0.99 && share < 1) return '> 99 %'
  return `${formatCount(Math.round(share * 100))} %`
}

/** '1 phone', '12 phones' */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** Bytes in the decimal units of the service's limits: 20000000 -> '20.0 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${whole.format(bytes)} B`
  if (bytes < 1e6) return `${oneDigit.format(bytes / 1e3)} kB`
  if (bytes < 1e9) return `${oneDigit.format(bytes / 1e6)} MB`
  return `${oneDigit.format(bytes / 1e9)} GB`
}

/** A span in seconds, in its two largest units: 4000 -> '1 h 6 min'. */
export function formatSpan(seconds: number): string {
  const s = Math.max(0, Math.round(seconds))
  if (s < 60) return `${s} s`
  const minutes = Math.floor(s / 60)
  if (minutes < 60) return s % 60 === 0 || minutes >= 10 ? `${minutes} min` : `${minutes} min ${s % 60} s`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** An instant in the person's own time zone. @param at ms since the epoch, or an ISO 8601 timestamp */
export function formatInstant(at: number | string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(at),
  )
}

/** A time of today or of the night to come, in the person's own time zone: '14:32'. @param at ms since the epoch */
export function formatTime(at: number, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(at)
}
