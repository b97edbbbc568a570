import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { Rate } from '../../../src-shared/protocol/limits'
import { createBackoff, type Backoff } from '../time/backoff'
import type { Clock } from '../time/clock'
import { createTokenBucket, type TokenBucket } from '../time/token-bucket'
import { unlessStopped } from '../time/unless-stopped'
import { waitFor } from '../time/wait-for'
import { isRateLimit, limitsDevice, rates, retryAfterMs } from './fault-policy'
import { Hold } from './hold'

const lookEveryMs = 1000
// After a refusal: this share of what the service took before it.
const share = 0.95
// Up to the rate that was refused it grows again, a guess quickly; then slowly.
const growth = { guess: 1.2, published: 1.02, slow: 1.001 }
// A service that takes less says so with each refusal, and how long to wait.
const leastGuess = 0.5
const leastShare = 1 / 16
// After so long a refusal says little about the rate, and after so long without requests it begins again.
const forgottenAfterMs = 30_000
// Daily budgets reset sooner than this.
const longestHoldMs = 24 * 3_600_000
const never = new AbortController().signal

/** Phones that wait for a limit, and until when the first does, in monotonic ms. */
export interface Waits {
  phones: number
  until: number
}

export interface RateGateOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  perDevice: Rate
  perAccount: Rate
  /** The service publishes no rates: these are where it begins, and grows from. */
  isGuess?: boolean
}

/** The rate of one phone or of the account, which it learns. */
class Layer {
  readonly hold: Hold
  readonly #clock: Clock
  readonly #isGuess: boolean
  /** What it begins with: what the service publishes, less our margin, or a guess. */
  readonly #full: Rate
  readonly #backoff: Backoff
  #bucket: TokenBucket
  #perSecond: number
  /** The rate that was refused last; Infinity while only a burst was; null before the first refusal. */
  #ceiling: number | null = null
  /** When the first request was sent; null before it. */
  #begunAt: number | null = null
  #changedAt = 0
  #refusedAt = -Infinity
  /** When the latest requests were sent that were not refused. */
  #sentAt: number[] = []
  #wasShort = false

  constructor({ clock, random, isGuess = false }: RateGateOptions, { perSecond, burst }: Rate) {
    const margin = isGuess ? 1 : rates.share
    this.hold = new Hold(clock)
    this.#clock = clock
    this.#isGuess = isGuess
    this.#full = { perSecond: perSecond * margin, burst: burst * margin }
    this.#backoff = createBackoff(clock, random)
    this.#perSecond = this.#full.perSecond
    this.#bucket = createTokenBucket(clock, this.#perSecond, Math.floor(this.#full.burst))
  }

  waitMs(): number {
    if (this.hold.asksNext) return 0
    this.#grow()
    const wait = Math.max(this.hold.until - this.#clock.monotonic(), this.#bucket.waitMs())
    if (wait > 0) this.#wasShort = true
    return Math.max(0, Math.ceil(wait))
  }

  take(by: string): void {
    const now = this.#clock.monotonic()
    this.#bucket.take()
    this.hold.sent(by)
    this.#sentAt = [...this.#sentAt.filter((at) => now - at < this.#spanMs), now]
    if (this.#begunAt === null) this.#begunAt = this.#changedAt = now
  }

  /** @param by the request's phone @param left how many requests the service says are left */
  refused(by: string, retryMs: number, left: number): void {
    const now = this.#clock.monotonic()
    const asked = now + Math.min(retryMs, longestHoldMs)
    this.#sentAt.pop()
    // Requests that were under way with the first refusal count with it.
    if (this.hold.isOn && !this.hold.isAskedBy(by)) this.hold.set(Math.max(this.hold.until, asked), by)
    else {
      if (!this.hold.isAskedBy(by)) this.#learn()
      // A run that looks for the rate is refused often: it waits no longer than it is asked to.
      this.hold.set(asked + (this.#isGuess && retryMs > 0 ? 0 : this.#backoff.nextMs()), by)
    }
    // After the hold one request may go.
    this.#bucket.lower(Math.max(1, left), this.hold.until)
  }

  /** @returns whether that ends a hold */
  passed(by: string): boolean {
    const endsHold = this.hold.passed(by)
    // The bucket would fill only from the end of the hold on.
    if (endsHold) this.#bucket = createTokenBucket(this.#clock, this.#perSecond, 1)
    if (!this.hold.isOn) this.#backoff.reset()
    return endsHold
  }

  /** How far back requests are counted: a few of them, at a low rate. */
  get #spanMs(): number {
    return Math.max(1000, 4000 / this.#perSecond)
  }

  #learn(): void {
    const now = this.#clock.monotonic()
    this.#refusedAt = now
    this.#wasShort = false
    const seconds = this.#spanMs / 1000
    const took = this.#sentAt.filter((at) => now - at < this.#spanMs).length / seconds
    // What is refused at once says how large a burst may be, not how high the rate; the first in a span says nothing.
    if (now - (this.#begunAt ?? now) < lookEveryMs) {
      this.#ceiling = Infinity
      this.#pace(Math.max(this.#perSecond / 8, share * took))
    } else if (took + 1 / seconds >= this.#perSecond / 2) {
      this.#ceiling = this.#perSecond
      this.#pace(Math.max(this.#perSecond / 2, share * Math.min(took, this.#perSecond)))
    } else if (took > 0) {
      // So few were asked for that the rate may not be why.
      this.#pace(this.#perSecond * 0.8)
    }
  }

  #grow(): void {
    const now = this.#clock.monotonic()
    const idleSince = Math.max(this.#sentAt.at(-1) ?? -Infinity, this.hold.until)
    if (now - idleSince > Math.max(forgottenAfterMs, this.#spanMs)) this.#begin()
    const since = now - Math.max(this.#changedAt, this.hold.until)
    if (!this.#wasShort || since < lookEveryMs) return
    const isOld = now - this.#refusedAt > forgottenAfterMs
    const quick = this.#isGuess ? growth.guess : growth.published
    const isBelow = isOld || this.#perSecond * quick < (this.#ceiling ?? Infinity) * share
    this.#pace(this.#perSecond * (this.#ceiling === null ? 2 : isBelow ? quick : growth.slow))
    this.#wasShort = false
  }

  #begin(): void {
    this.#ceiling = null
    this.#begunAt = null
    this.#pace(this.#full.perSecond)
  }

  #pace(wanted: number): void {
    const { perSecond: full, burst } = this.#full
    const [least, most] = this.#isGuess ? [leastGuess, Infinity] : [full * leastShare, full]
    this.#perSecond = Math.min(most, Math.max(least, wanted))
    this.#changedAt = this.#clock.monotonic()
    const atOnce = (burst * this.#perSecond) / full
    this.#bucket.pace(this.#perSecond, Math.max(1, Math.floor(atOnce)))
  }
}

/**
 * How fast one kind of request may go out (spec 8): at each phone's rate, and at the account's over all of them. All that
 * sends such requests asks it first, and says how each was answered.
 */
export class RateGate {
  readonly #options: RateGateOptions
  readonly #account: Layer
  readonly #devices = new Map<string, Layer>()
  readonly #listeners = new Set<() => void>()
  /** What waits in `send`: the layers of each request. */
  readonly #waiting = new Set<readonly Layer[]>()
  // Phones take turns: the request that waits longest goes first.
  #turn: Promise<unknown> = Promise.resolve()
  /** Whether a request waits for its turn at the account, and whether it goes before what asks with `take`. */
  #inTurn: 'none' | 'waits' | 'next' = 'none'
  #woken = new AbortController()

  constructor(options: RateGateOptions) {
    this.#options = options
    this.#account = new Layer(options, options.perAccount)
  }

  /** Returns how long until a request to the phone may be sent, in ms; 0 when it may now. */
  waitMs(publicId: string): number {
    const wait = Math.max(this.#account.waitMs(), this.#device(publicId).waitMs())
    return wait === 0 && this.#inTurn === 'next' ? 1 : wait
  }

  /** Takes what one request to the phone costs, if it may be sent now. */
  take(publicId: string): boolean {
    if (this.waitMs(publicId) > 0) return false
    this.#take(publicId)
    if (this.#inTurn === 'waits') this.#inTurn = 'next'
    return true
  }

  /**
   * Learns how a request ended that was taken; `null` when it succeeded. After a `rate_limited` its layer, or the account's
   * when it names none, is held for Retry-After and a growing wait (spec 7, rule 3), and is slower then.
   */
  answered(publicId: string, fault: Fault | null): void {
    const device = this.#device(publicId)
    const layers = [this.#account, device]
    if (fault && isRateLimit(fault)) {
      const left = fault.kind === 'problem' ? (fault.limitRemaining ?? 0) : 0
      const layer = limitsDevice(fault) ? device : this.#account
      layer.refused(publicId, retryAfterMs(fault), left)
      this.#tell()
    } else if (fault && fault.kind !== 'problem') for (const { hold } of layers) hold.unheard(publicId)
    else if (layers.filter((layer) => layer.passed(publicId)).length > 0) this.#wake()
  }

  /** Sends a request at its turn. @throws what `send` throws, and the reason of `stop` while it waits */
  async send<Answer>(publicId: string, send: () => Promise<Answer>, stop = never): Promise<Answer> {
    await this.#enter(publicId, stop)
    try {
      const answer = await send()
      this.answered(publicId, null)
      return answer
    } catch (thrown) {
      this.answered(publicId, faultOf(thrown))
      throw thrown
    }
  }

  /** As `send`, and repeats a request that was refused as `rate_limited`: nothing happened yet (spec 7, rule 2). */
  async sendUntilTaken<Answer>(
    publicId: string,
    send: () => Promise<Answer>,
    stop: AbortSignal,
  ): Promise<Answer> {
    for (;;) {
      try {
        return await this.send(publicId, send, stop)
      } catch (thrown) {
        if (!isRateLimit(faultOf(thrown))) throw thrown
      }
    }
  }

  /** Until when the service wants no request to the phone, in monotonic ms; its own rate left aside. */
  heldUntil(publicId: string): number {
    return Math.max(this.#account.hold.until, this.#device(publicId).hold.until)
  }

  /** The phones whose requests wait in `send` because the service said so; null for none. */
  get waits(): Waits | null {
    const until = [...this.#waiting]
      .map((layers) => layers.map(({ hold }) => hold).filter(({ isOn }) => isOn))
      .filter((holds) => holds.length > 0 && !holds.some(({ isAsked }) => isAsked))
      .map((holds) => Math.max(...holds.map((hold) => hold.until)))
    return until.length > 0 ? { phones: until.length, until: Math.min(...until) } : null
  }

  /** Has one request ask now, whatever the service wants. The others wait for its answer. */
  hurry(): void {
    for (const { hold } of [this.#account, ...this.#devices.values()]) hold.hurry()
    this.#wake()
  }

  /** Calls when the service holds requests, or lets them go. @returns ends that */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #device(publicId: string): Layer {
    const known = this.#devices.get(publicId) ?? new Layer(this.#options, this.#options.perDevice)
    this.#devices.set(publicId, known)
    return known
  }

  #take(publicId: string): void {
    for (const layer of [this.#account, this.#device(publicId)]) layer.take(publicId)
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }

  /** Has all that waits look at the holds. */
  #wake(): void {
    this.#woken.abort()
    this.#woken = new AbortController()
    this.#tell()
  }

  async #pause(ms: number, stop: AbortSignal): Promise<void> {
    const { signal } = this.#woken
    await waitFor(this.#options.clock, ms, AbortSignal.any([stop, signal])).catch(() => stop.throwIfAborted())
  }

  /** Waits until a request may go, and takes what it costs. */
  async #enter(publicId: string, stop: AbortSignal): Promise<void> {
    const layers = [this.#account, this.#device(publicId)]
    const isHeld = layers.some(({ hold }) => hold.isOn)
    this.#waiting.add(layers)
    try {
      if (isHeld) this.#tell()
      do {
        const device = this.#device(publicId)
        for (let wait = device.waitMs(); wait > 0; wait = device.waitMs()) await this.#pause(wait, stop)
      } while (!(await this.#enterAccount(publicId, stop)))
    } catch (stopped) {
      // It may have had its turn to ask in the same moment.
      for (const { hold } of layers) hold.unheard(publicId)
      throw stopped
    } finally {
      this.#waiting.delete(layers)
      if (isHeld) this.#tell()
    }
  }

  /** @returns false when its phone has to wait again */
  async #enterAccount(publicId: string, stop: AbortSignal): Promise<boolean> {
    const before = this.#turn
    const mine = (async () => {
      await before.catch(() => undefined)
      try {
        for (let wait = this.#account.waitMs(); wait > 0 && !stop.aborted; wait = this.#account.waitMs()) {
          if (this.#inTurn === 'none') this.#inTurn = 'waits'
          // A moment later than what asks with `take`: the two alternate.
          await this.#pause(wait + (this.#inTurn === 'next' ? 0 : 1), stop)
        }
        stop.throwIfAborted()
        if (this.#device(publicId).waitMs() > 0) return false
        this.#take(publicId)
        return true
      } finally {
        this.#inTurn = 'none'
      }
    })()
    this.#turn = mine
    return unlessStopped(mine, stop)
  }
}
