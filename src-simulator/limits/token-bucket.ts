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

  /** The tokens that there are now, with parts of one. */
  left(): number {
    this.fill()
    return this.tokens
  }

  /** Takes a token if there is one. */
  take(): boolean {
    if (this.left() < 1) return false
    this.tokens -= 1
    return true
  }

  /** Milliseconds until there is a token; Infinity when there will be none. */
  msUntilNext(): number {
    if (this.left() >= 1) return 0
    if (this.burst < 1 || this.perSecond === 0) return Infinity
    return ((1 - this.tokens) / this.perSecond) * 1000
  }

  private fill(): void {
    const now = this.clock.now()
    this.tokens = Math.min(this.burst, this.tokens + ((now - this.filledAt) / 1000) * this.perSecond)
    this.filledAt = now
  }
}
