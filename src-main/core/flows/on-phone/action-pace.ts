import { FaultError, faultOf, type Fault } from '../../../../src-shared/protocol/fault'
import type { Clock } from '../../base/clock'
import { createTokenBucket, type TokenBucket } from '../../base/token-bucket'
import { unlessStopped } from '../../base/unless-stopped'
import { waitFor } from '../../base/wait-for'
import { retryAfterMs, ruleOf } from '../../service/fault-policy'

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
}

/** The rate of one layer, which it learns. */
class Layer {
  readonly #clock: Clock
  readonly #bucket: TokenBucket
  #perSecond: number
  /** The rate that was refused last; Infinity while only a burst was, null before the first refusal. */
  #ceiling: number | null = null
  readonly #begunAt: number
  #changedAt: number
  #refusedAt = -Infinity
  #heldUntil = -Infinity
  /** When the requests of the last second were sent that were not refused. */
  #sentAt: number[] = []
  #wasShort = false

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock
    this.#perSecond = perSecond
    this.#bucket = createTokenBucket(clock, perSecond, Math.ceil(perSecond))
    this.#changedAt = this.#begunAt = clock.monotonic()
  }

  waitMs(): number {
    this.#grow()
    const wait = Math.max(this.#heldUntil - this.#clock.monotonic(), this.#bucket.waitMs())
    if (wait > 0) this.#wasShort = true
    return Math.max(0, Math.ceil(wait))
  }

  take(): void {
    const now = this.#clock.monotonic()
    this.#bucket.take()
    this.#sentAt = [...this.#sentAt.filter((at) => now - at < 1000), now]
  }

  refused(holdMs: number): void {
    const now = this.#clock.monotonic()
    const isFirst = this.#heldUntil <= now
    this.#sentAt.pop()
    this.#heldUntil = Math.max(this.#heldUntil, now + holdMs)
    if (!isFirst) return
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
    this.#bucket.lower(1, this.#heldUntil)
    this.#wasShort = false
  }

  #grow(): void {
    const since = this.#clock.monotonic() - Math.max(this.#changedAt, this.#heldUntil)
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

export function createActionPace(clock: Clock): ActionPace {
  const account = new Layer(clock, start.account)
  const devices = new Map<string, Layer>()
  const deviceOf = (publicId: string) => {
    const known = devices.get(publicId) ?? new Layer(clock, start.device)
    devices.set(publicId, known)
    return known
  }
  // Phones take turns: who waits longest goes first.
  let turn: Promise<unknown> = Promise.resolve()
  const pause = async (ms: number, stop: AbortSignal) => {
    await waitFor(clock, ms, stop).catch(() => stop.throwIfAborted())
  }
  const enterAccount = async (stop: AbortSignal) => {
    const before = turn
    const mine = (async () => {
      await before.catch(() => undefined)
      for (let wait = account.waitMs(); wait > 0 && !stop.aborted; wait = account.waitMs())
        await pause(wait, stop)
      stop.throwIfAborted()
      account.take()
    })()
    turn = mine
    await unlessStopped(mine, stop)
  }

  return {
    async send(publicId, stop, send) {
      const device = deviceOf(publicId)
      for (;;) {
        for (let wait = device.waitMs(); wait > 0; wait = device.waitMs()) await pause(wait, stop)
        await enterAccount(stop)
        device.take()
        try {
          return await send()
        } catch (thrown) {
          const fault = faultOf(thrown)
          if (!(thrown instanceof FaultError) || ruleOf(fault).holds !== 'rate') throw thrown
          const layer = namesDevice(fault) ? device : account
          layer.refused(Math.max(100, retryAfterMs(fault)))
        }
      }
    },
  }
}

const namesDevice = (fault: Fault) => {
  const layer = fault.kind === 'problem' ? (fault.limitLayer ?? '') : ''
  return /device/i.test(layer) && !/account|key/i.test(layer)
}
