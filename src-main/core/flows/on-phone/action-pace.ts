import { FaultError, faultOf } from '../../../../src-shared/protocol/fault'
import type { Clock } from '../../time/clock'
import { createTokenBucket, type TokenBucket } from '../../time/token-bucket'
import { unlessStopped } from '../../time/unless-stopped'
import { waitFor } from '../../time/wait-for'
import { Hold } from '../../service/hold'
import { limitsDevice, retryAfterMs, ruleOf } from '../../service/fault-policy'

// Spec 8, rule 8 names no rates of actions: we begin here, and double each second until the service refuses one.
const start = { account: 40, device: 20 }
const lookEveryMs = 1000
// After a refusal: this share of what the service took in the last second.
const share = 0.95
// Up to the rate that was refused it grows quickly again, then slowly.
const [quickly, slowly] = [1.2, 1.001]
// A service that takes less says so with each refusal, and how long to wait.
const leastPerSecond = 0.5
// After so long without one, a refusal says little about the rate.
const forgottenAfterMs = 30_000

/** Sends actions as fast as the service takes them. An action that is refused as `rate_limited` was not done, and is sent again. */
export interface ActionPace {
  /** @throws what `send` throws, and the reason of `stop` while it waits */
  send<Answer>(publicId: string, stop: AbortSignal, send: () => Promise<Answer>): Promise<Answer>
  /** How many phones wait because the service said so, and until when in monotonic ms the first does; null for none. */
  readonly waits: Waits | null
  /** Has one action ask now, whatever the service wants. The others wait for its answer. */
  tryNow(): void
}

/** Phones that wait for a limit. */
export interface Waits {
  phones: number
  until: number
}

/** The rate of one layer, which it learns. */
class Layer {
  readonly #clock: Clock
  readonly hold: Hold
  #bucket: TokenBucket
  #perSecond: number
  /** The rate that was refused last; Infinity while only a burst was, null before the first refusal. */
  #ceiling: number | null = null
  readonly #begunAt: number
  #changedAt: number
  #refusedAt = -Infinity
  /** When the requests of the last second were sent that were not refused. */
  #sentAt: number[] = []
  #wasShort = false

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock
    this.hold = new Hold(clock)
    this.#perSecond = perSecond
    this.#bucket = createTokenBucket(clock, perSecond, Math.ceil(perSecond))
    this.#changedAt = this.#begunAt = clock.monotonic()
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
    this.#sentAt = [...this.#sentAt.filter((at) => now - at < 1000), now]
  }

  refused(by: string, holdMs: number): void {
    const now = this.#clock.monotonic()
    const { isOn } = this.hold
    const isAsked = this.hold.isAskedBy(by)
    this.#sentAt.pop()
    this.hold.set(isAsked ? now + holdMs : Math.max(this.hold.until, now + holdMs), by)
    if (isAsked) this.#bucket.lower(1, this.hold.until)
    if (isOn || isAsked) return
    this.#refusedAt = now
    const took = this.#sentAt.filter((at) => now - at < 1000).length
    // What is refused at once says how large a burst may be, not how high the rate; the first in a second says nothing.
    if (now - this.#begunAt < lookEveryMs) {
      this.#ceiling = Infinity
      this.#pace(Math.max(leastPerSecond, this.#perSecond / 8, share * took))
    } else if (took + 1 >= this.#perSecond / 2) {
      this.#ceiling = this.#perSecond
      this.#pace(Math.max(leastPerSecond, this.#perSecond / 2, share * Math.min(took, this.#perSecond)))
    } else if (took > 0) {
      // So few were asked for that the rate may not be why.
      this.#pace(Math.max(leastPerSecond, this.#perSecond * 0.8))
    }
    this.#bucket.lower(1, this.hold.until)
    this.#wasShort = false
  }

  /** @returns whether that ends a hold */
  passed(by: string): boolean {
    const endsHold = this.hold.passed(by)
    // The bucket would fill only from the end of the hold on.
    if (endsHold) this.#bucket = createTokenBucket(this.#clock, this.#perSecond, 1)
    return endsHold
  }

  #grow(): void {
    const since = this.#clock.monotonic() - Math.max(this.#changedAt, this.hold.until)
    if (!this.#wasShort || since < lookEveryMs) return
    const isBelow =
      this.#perSecond * quickly < (this.#ceiling ?? Infinity) * share ||
      this.#clock.monotonic() - this.#refusedAt > forgottenAfterMs
    this.#pace(this.#perSecond * (this.#ceiling === null ? 2 : isBelow ? quickly : slowly))
    this.#wasShort = false
  }

  #pace(perSecond: number): void {
    this.#perSecond = perSecond
    this.#changedAt = this.#clock.monotonic()
    this.#bucket.pace(perSecond, Math.max(1, Math.ceil(this.#ceiling === null ? perSecond : perSecond / 4)))
  }
}

/** @param onWaits `waits` may be another */
export function createActionPace(clock: Clock, onWaits: () => void = () => undefined): ActionPace {
  const account = new Layer(clock, start.account)
  const devices = new Map<string, Layer>()
  const deviceOf = (publicId: string) => {
    const known = devices.get(publicId) ?? new Layer(clock, start.device)
    devices.set(publicId, known)
    return known
  }
  const waiting = new Set<string>()
  let woken = new AbortController()
  /** Has all that waits look at the holds. */
  const wake = () => {
    woken.abort()
    woken = new AbortController()
    onWaits()
  }
  // Phones take turns: who waits longest goes first.
  let turn: Promise<unknown> = Promise.resolve()
  const pause = async (ms: number, stop: AbortSignal) => {
    await waitFor(clock, ms, AbortSignal.any([stop, woken.signal])).catch(() => stop.throwIfAborted())
  }
  const enterAccount = async (publicId: string, stop: AbortSignal) => {
    const before = turn
    const mine = (async () => {
      await before.catch(() => undefined)
      for (let wait = account.waitMs(); wait > 0 && !stop.aborted; wait = account.waitMs())
        await pause(wait, stop)
      stop.throwIfAborted()
      account.take(publicId)
    })()
    turn = mine
    await unlessStopped(mine, stop)
  }
  /** Waits until an action may go, and takes what it costs. */
  const enter = async (publicId: string, stop: AbortSignal) => {
    const device = deviceOf(publicId)
    const isHeld = account.hold.isOn || device.hold.isOn
    waiting.add(publicId)
    try {
      if (isHeld) onWaits()
      for (let wait = device.waitMs(); wait > 0; wait = device.waitMs()) await pause(wait, stop)
      await enterAccount(publicId, stop)
      device.take(publicId)
    } catch (stopped) {
      // It may have had its turn to ask in the same moment.
      account.hold.unheard(publicId)
      throw stopped
    } finally {
      waiting.delete(publicId)
      if (isHeld) onWaits()
    }
  }

  return {
    async send(publicId, stop, send) {
      const layers = [account, deviceOf(publicId)]
      const passed = () => {
        if (layers.filter((layer) => layer.passed(publicId)).length > 0) wake()
      }
      for (;;) {
        await enter(publicId, stop)
        try {
          const answer = await send()
          passed()
          return answer
        } catch (thrown) {
          const fault = faultOf(thrown)
          if (thrown instanceof FaultError && ruleOf(fault).holds === 'rate') {
            const layer = limitsDevice(fault) ? deviceOf(publicId) : account
            layer.refused(publicId, Math.max(100, retryAfterMs(fault)))
            continue
          }
          if (fault.kind === 'problem') passed()
          else for (const { hold } of layers) hold.unheard(publicId)
          throw thrown
        }
      }
    },
    get waits() {
      const until = [...waiting]
        .map((publicId) => [account.hold, deviceOf(publicId).hold].filter(({ isOn }) => isOn))
        .filter((holds) => holds.length > 0 && !holds.some(({ isAsked }) => isAsked))
        .map((holds) => Math.max(...holds.map((hold) => hold.until)))
      return until.length > 0 ? { phones: until.length, until: Math.min(...until) } : null
    },
    tryNow() {
      for (const { hold } of [account, ...devices.values()]) hold.hurry()
      wake()
    },
  }
}
