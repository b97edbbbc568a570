import type { Clock } from '../base/clock'

// So soon behind an input an action, on its other way, could overtake it.
const overtakesWithinMs = 1000
const pongWithinMs = 1000

/** Whether the last input on a control channel has arrived, which a `ping` behind it asks (spec 4.11). */
export interface DeliveryPing {
  /** When the last input went out, on the monotonic clock. */
  readonly sentAt: number
  /** An input goes out. */
  sent(): void
  /**
   * Resolves when the service has answered a ping behind the last input, or has not within a second; null where there is no
   * input of the last second, or the service has never answered a ping.
   */
  known(): Promise<void> | null
  ponged(): void
  /** The channel is gone: nobody waits any more, and nothing is asked. */
  close(): void
}

/** @param ping sends one, behind all that was sent */
export function createDeliveryPing(clock: Clock, ping: () => void): DeliveryPing {
  let sentAt = -Infinity
  // The answer to the ping behind the last input.
  let asked: Promise<void> | null = null
  let answersPings: boolean | null = null
  // Those who wait for an answer, in the order of their pings.
  const waiting: (() => void)[] = []

  const ask = () =>
    new Promise<void>((resolve) => {
      const answered = () => {
        cancel()
        resolve()
      }
      const cancel = clock.after(pongWithinMs, () => {
        answersPings ??= false
        waiting.splice(waiting.indexOf(answered), 1)
        resolve()
      })
      waiting.push(answered)
      ping()
    })

  return {
    get sentAt() {
      return sentAt
    },
    sent() {
      sentAt = clock.monotonic()
      asked = null
    },
    known() {
      if (answersPings === false || clock.monotonic() - sentAt >= overtakesWithinMs) return null
      return (asked ??= ask())
    },
    ponged() {
      answersPings = true
      waiting.shift()?.()
    },
    close() {
      answersPings = false
      for (const answered of waiting.splice(0)) answered()
    },
  }
}
