import type { Clock } from '../base/clock'

/** A `Date` header is cut to whole seconds. */
const resolutionMs = 1000

/**
 * The service's clock, learnt from the `Date` of its answers and carried on by monotonic time in between, so that neither a
 * wrong clock of this machine nor a change of it matters. Until something was learnt it is this machine's.
 */
export interface ServerClock {
  /** Ms since the epoch, as likely as can be known. */
  now(): number
  /** How far `now` may be off, in ms; null until something was learnt. */
  readonly uncertaintyMs: number | null
  /**
   * @param date the header as it came; one that is none is passed over
   * @param sentAt monotonic ms when the request was begun, so before the service wrote the header
   */
  learn(date: string | undefined, sentAt: number): void
  /**
   * How long until the service's clock has reached an instant for certain, in ms, rounded up to whole seconds; 0 when it
   * has, and for what is no instant. For `resets_at` and the like: to come too early is to be refused again.
   */
  msUntil(instant: string): number
  /** Whether the service may already take an instant for past, such as a ticket's `expires_at`. */
  mayBePast(instant: string): boolean
}

/** What is to be added to monotonic time: somewhere from `least` to `most`. */
interface Offset {
  least: number
  most: number
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
      const at = Date.parse(date ?? '')
      if (Number.isNaN(at)) return
      const heard = { least: at - clock.monotonic(), most: at + resolutionMs - sentAt }
      const least = Math.max(heard.least, known?.least ?? -Infinity)
      const most = Math.min(heard.most, known?.most ?? Infinity)
      // What contradicts all that was heard before is a clock that was set anew, or this machine slept.
      known = least < most ? { least, most } : heard
    },
    msUntil(instant) {
      const at = Date.parse(instant)
      const left = at - (clock.monotonic() + offset().least)
      return left > 0 ? Math.ceil(left / 1000) * 1000 : 0
    },
    mayBePast: (instant) => Date.parse(instant) <= clock.monotonic() + offset().most,
  }
}
