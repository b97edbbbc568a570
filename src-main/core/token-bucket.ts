import type { Clock } from './clock'

/** Lets `burst` through at once and `perSecond` from then on. */
export interface TokenBucket {
  /** Takes a token if there is one. */
  take(): boolean
  /** How long until there is a token, in ms; 0 when there is one. */
  waitMs(): number
}

export function createTokenBucket(clock: Clock, perSecond: number, burst: number): TokenBucket {
  let tokens = burst
  let filledAt = clock.monotonic()

  const fill = () => {
    const now = clock.monotonic()
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
  }
}
