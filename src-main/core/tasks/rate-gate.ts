import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { Rate } from '../../../src-shared/protocol/limits'
import { createBackoff, type Backoff } from '../time/backoff'
import type { Clock } from '../time/clock'
import { createTokenBucket, type TokenBucket } from '../time/token-bucket'
import { Hold } from '../service/hold'
import { isRateLimit, limitsDevice, rates, retryAfterMs } from '../service/fault-policy'

// A refusal halves a rate, down to this share of the published one.
const leastShare = 1 / 16
// A lowered rate grows by this factor a second.
const growth = 1.02
// Daily budgets reset sooner than this.
const longestHoldMs = 24 * 3_600_000

/** The rates of one kind of request (spec 8): each phone's, and the account's over all of them. */
export interface RateGate {
  /** Takes what one request to the phone costs, if it may be sent now. */
  take(publicId: string): boolean
  /** Returns how long until a request to the phone may be sent, in ms; 0 when it may now. */
  waitMs(publicId: string): number
  /**
   * Reports a request that was refused as `rate_limited`. Its layer, or the account's when it names none, is held for
   * Retry-After and a backoff (spec 7, rule 3); then its rate is half, and grows back.
   */
  refused(publicId: string, fault: Fault): void
  /** Reports a request that was not rate-limited. */
  passed(publicId: string): void
  /** Reports a request that the service did not answer. */
  unheard(publicId: string): void
  /** Until when the service wants no request to the phone, in monotonic ms; its own rate left aside. */
  heldUntil(publicId: string): number
  /** Has one request ask now, whatever the service wants. The others wait for its answer. */
  hurry(): void
}

export interface RateGateOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  perDevice: Rate
  perAccount: Rate
}

/** One rate: a phone's or the account's. */
class Layer {
  readonly #clock: Clock
  /** What the service publishes, less our margin. */
  readonly #full: Rate
  #bucket: TokenBucket
  readonly #backoff: Backoff
  readonly hold: Hold
  /** The share of the full rate at the end of the last hold. */
  #lowered = 1

  constructor(clock: Clock, random: () => number, { perSecond, burst }: Rate) {
    this.#clock = clock
    this.hold = new Hold(clock)
    this.#full = { perSecond: perSecond * rates.share, burst: burst * rates.share }
    this.#bucket = createTokenBucket(clock, this.#full.perSecond, Math.floor(this.#full.burst))
    this.#backoff = createBackoff(clock, random)
  }

  take(by: string): void {
    this.#bucket.take()
    this.hold.sent(by)
  }

  waitMs(): number {
    if (this.hold.asksNext) return 0
    this.#pace()
    return Math.max(0, Math.ceil(this.hold.until - this.#clock.monotonic()), this.#bucket.waitMs())
  }

  /** @param by the request's phone @param left how many requests the service says are left */
  refused(by: string, retryMs: number, left: number): void {
    const { hold } = this
    const asked = this.#clock.monotonic() + Math.min(retryMs, longestHoldMs)
    if (hold.isAskedBy(by)) hold.set(asked + this.#backoff.nextMs(), by)
    // Requests that were under way with the first refusal count with it.
    else if (hold.isOn) hold.set(Math.max(hold.until, asked), by)
    else {
      this.#lowered = Math.max(leastShare, this.#share() / 2)
      hold.set(asked + this.#backoff.nextMs(), by)
    }
    // After the hold one request may go, as soon as the published rate allows.
    this.#bucket.pace(this.#full.perSecond, this.#full.burst)
    this.#bucket.lower(Math.max(1, left), hold.until)
  }

  passed(by: string): void {
    // The bucket would fill only from the end of the hold on.
    if (this.hold.passed(by)) this.#bucket = createTokenBucket(this.#clock, this.#full.perSecond, 1)
    if (!this.hold.isOn) this.#backoff.reset()
  }

  #share(): number {
    const seconds = Math.max(0, this.#clock.monotonic() - this.hold.until) / 1000
    return Math.min(1, this.#lowered * growth ** seconds)
  }

  #pace(): void {
    const now = this.#share()
    this.#bucket.pace(this.#full.perSecond * now, Math.max(1, Math.floor(this.#full.burst * now)))
  }
}

/** Sends a request as soon as the gate lets it through, and tells the gate how the service took it. @throws what `send` throws */
export async function sendThrough<Answer>(
  gate: RateGate,
  clock: Clock,
  publicId: string,
  send: () => Promise<Answer>,
): Promise<Answer> {
  while (!gate.take(publicId))
    await new Promise<void>((resolve) => void clock.after(Math.max(1, gate.waitMs(publicId)), resolve))
  try {
    const answer = await send()
    gate.passed(publicId)
    return answer
  } catch (thrown) {
    const fault = faultOf(thrown)
    if (isRateLimit(fault)) gate.refused(publicId, fault)
    else if (fault.kind === 'problem') gate.passed(publicId)
    else gate.unheard(publicId)
    throw thrown
  }
}

export function createRateGate({ clock, random, perDevice, perAccount }: RateGateOptions): RateGate {
  const account = new Layer(clock, random, perAccount)
  const devices = new Map<string, Layer>()
  const device = (publicId: string) => {
    const known = devices.get(publicId) ?? new Layer(clock, random, perDevice)
    devices.set(publicId, known)
    return known
  }
  const waitMs = (publicId: string) => Math.max(account.waitMs(), device(publicId).waitMs())

  return {
    waitMs,
    take(publicId) {
      if (waitMs(publicId) > 0) return false
      account.take(publicId)
      device(publicId).take(publicId)
      return true
    },
    refused(publicId, fault) {
      const left = fault.kind === 'problem' ? (fault.limitRemaining ?? 0) : 0
      const layer = limitsDevice(fault) ? device(publicId) : account
      layer.refused(publicId, retryAfterMs(fault), left)
    },
    passed(publicId) {
      account.passed(publicId)
      device(publicId).passed(publicId)
    },
    unheard(publicId) {
      account.hold.unheard(publicId)
      device(publicId).hold.unheard(publicId)
    },
    heldUntil: (publicId) => Math.max(account.hold.until, device(publicId).hold.until),
    hurry() {
      for (const { hold } of [account, ...devices.values()]) hold.hurry()
    },
  }
}
