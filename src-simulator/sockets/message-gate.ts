import type { Clock } from '../world/clock'
import { TokenBucket } from '../limits/token-bucket'

/** Messages a second on one control channel (spec 4.11, rule 2). */
export const MESSAGES_PER_SECOND = 120

const SECOND_MS = 1000

/** How many messages over the limit make a flood, and how many of them a second are forgiven. */
const FLOOD_ALLOWANCE = 5 * MESSAGES_PER_SECOND
const FORGIVEN_PER_SECOND = 30

/** Rejections closer together than this share one error reply. */
const BURST_MS = 1000

export type Verdict = 'pass' | 'drop' | 'tell' | 'flood'

/** Decides on each message of a control channel: let through, dropped, answered with `rate_limited`, or too much. */
export class MessageGate {
  /** When the messages of the last second were let through. */
  private readonly passed: number[] = []
  private readonly excess: TokenBucket
  private rejectedAt = -Infinity

  constructor(private readonly clock: Clock) {
    this.excess = new TokenBucket(FORGIVEN_PER_SECOND, FLOOD_ALLOWANCE, clock)
  }

  /** @param isMove a pointer move, which is dropped without a word */
  judge(isMove: boolean): Verdict {
    const now = this.clock.now()
    if (this.mayPass(now)) return 'pass'
    if (!this.excess.take()) return 'flood'
    if (isMove) return 'drop'
    const sameBurst = now - this.rejectedAt < BURST_MS
    if (sameBurst) return 'drop'
    this.rejectedAt = now
    return 'tell'
  }

  /** No more in any one second, whenever it begins: a bucket would let twice as many through in its first one. */
  private mayPass(now: number): boolean {
    const earliest = this.passed[0]
    if (this.passed.length === MESSAGES_PER_SECOND && earliest !== undefined) {
      if (now - earliest < SECOND_MS) return false
      this.passed.shift()
    }
    this.passed.push(now)
    return true
  }
}
