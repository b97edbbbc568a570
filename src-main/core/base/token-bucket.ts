import type { Clock } from './clock'

/** Lets `burst` through at once and `perSecond` from then on. */
export interface TokenBucket {
  /** Takes a token if there is one. */
  take(): boolean
  /** How long until there is a token, in ms; 0 when there is one. */
  waitMs(): number
  /** Believes that no more than `tokens` are left at `from`, in monotonic ms, however much it fills until then. */
  lower(tokens: number, from: number): void
  /** Fills at another rate from now on, and up to another burst. */
  pace(perSecond: number, burst: number): void
}

export function createTokenBucket(
  clock: Pick<Clock, 'monotonic'>,
  perSecond: number,
  burst: number,
): TokenBucket {
  let tokens = burst
  let filledAt = clock.monotonic()
  const fill = () => {
    const now = Math.max(filledAt, clock.monotonic())
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
  }

  return {
    take() {
      fill()
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    waitMs() {
      fill()
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1000)
    },
    lower(most, from) {
      fill()
      const then = Math.max(filledAt, from)
      tokens = Math.min(burst, most, tokens + ((then - filledAt) / 1000) * perSecond)
      filledAt = then
    },
    pace(nextPerSecond, nextBurst) {
      fill()
      perSecond = nextPerSecond
      burst = nextBurst
      tokens = Math.min(tokens, burst)
    },
  }
}
