import type { Clock } from './clock'

/** Allows `burst` at once and `perSecond` after that. */
export interface TokenBucket {
  /** Takes a token. @returns false when there is none */
  take(): boolean
  /** Returns the wait for a token, in ms. */
  waitMs(): number
  /** Leaves at most `tokens` at `from`, in monotonic ms. */
  lower(tokens: number, from: number): void
  /** Changes rate and burst. */
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
