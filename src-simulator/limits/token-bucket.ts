/** Lets `burst` through at once and `perSecond` in the long run. */
export class TokenBucket {
  private tokens: number
  private filledAt: number

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private readonly clock: { now(): number },
  ) {
    this.tokens = burst
    this.filledAt = clock.now()
  }

  /** Takes a token if there is one. */
  take(): boolean {
    this.fill()
    if (this.tokens < 1) return false
    this.tokens -= 1
    return true
  }

  /** Milliseconds until there is a token; Infinity when there will be none. */
  msUntilNext(): number {
    this.fill()
    if (this.tokens >= 1) return 0
    if (this.burst < 1 || this.perSecond === 0) return Infinity
    return ((1 - this.tokens) / this.perSecond) * 1000
  }

  private fill(): void {
    const now = this.clock.now()
    this.tokens = Math.min(this.burst, this.tokens + ((now - this.filledAt) / 1000) * this.perSecond)
    this.filledAt = now
  }
}
