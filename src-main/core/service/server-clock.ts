import type { Clock } from '../time/clock'

/** A `Date` header has whole seconds. */
const resolutionMs = 1000

/**
 * The service's clock, learnt from the `Date` of its answers and continued by monotonic time, so that this machine's clock
 * does not matter. Before the first answer it is this machine's.
 */
export interface ServerClock {
  /** The best estimate, in ms since the epoch. */
  now(): number
  /** How far `now` may be off, in ms; null before the first answer. */
  readonly uncertaintyMs: number | null
  /**
   * @param date the header; anything unreadable is ignored
   * @param sentAt when the request began, in monotonic ms
   */
  learn(date: string | undefined, sentAt: number): void
  /**
   * Returns how long until the service's clock has certainly reached an instant, in ms, rounded up to whole seconds, a day at most; 0 for
   * the past and for text that is no instant. A request before `resets_at` would be refused again.
   */
  msUntil(instant: string): number
  /** Whether an instant, such as a ticket's `expires_at`, may be past for the service. */
  mayBePast(instant: string): boolean
}

/** The offset from monotonic time lies between `least` and `most`. */
interface Offset {
  least: number
  most: number
}

// Budgets reset every day (spec 8).
const longestMs = 24 * 3_600_000

// A year that no clock shows can't be reckoned with.
const [firstDate, lastDate] = [Date.UTC(2000), Date.UTC(2200)]

/** Reads a `Date` header, in ms since the epoch; NaN for text that is none, or is not of the years 2000 to 2199. */
export function headerDate(text: string | undefined): number {
  const at = text?.endsWith('GMT') ? Date.parse(text) : Number.NaN
  return at >= firstDate && at < lastDate ? at : Number.NaN
}

export function createServerClock(clock: Clock): ServerClock {
  let known: Offset | null = null

  const offset = (): Offset => {
    if (known) return known
    const own = clock.now() - clock.monotonic()
    return { least: own, most: own }
  }
  const now = ({ least, most }: Offset) => clock.monotonic() + (least + most) / 2

  return {
    now: () => now(offset()),
    get uncertaintyMs() {
      return known ? (known.most - known.least) / 2 : null
    },
    learn(date, sentAt) {
      const at = headerDate(date)
      if (Number.isNaN(at)) return
      const heard = { least: at - clock.monotonic(), most: at + resolutionMs - sentAt }
      const least = Math.max(heard.least, known?.least ?? -Infinity)
      const most = Math.min(heard.most, known?.most ?? Infinity)
      // A contradiction means that a clock was set, or that this machine slept.
      known = least < most ? { least, most } : heard
    },
    msUntil(instant) {
      const at = Date.parse(instant)
      const left = at - (clock.monotonic() + offset().least)
      return left > 0 ? Math.min(Math.ceil(left / 1000) * 1000, longestMs) : 0
    },
    mayBePast: (instant) => Date.parse(instant) <= clock.monotonic() + offset().most,
  }
}
