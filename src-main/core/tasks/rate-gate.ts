import type { Fault } from '../../../src-shared/protocol/fault'
import type { Rate } from '../../../src-shared/protocol/limits'
import { createBackoff, type Backoff } from '../base/backoff'
import type { Clock } from '../base/clock'
import { rates, retryAfterMs } from '../service/fault-policy'
import { createLearntRate, type LearntRate } from './learnt-rate'
import { createTokenBucket, type TokenBucket } from '../base/token-bucket'

// Budgets that are used up come back sooner than this.
const longestHoldMs = 24 * 3_600_000

/** The rates of one kind of request (spec 8): each phone's, and the account's over all of them. */
export interface RateGate {
  /** Takes what one request to the phone costs, if it may go now. */
  take(publicId: string): boolean
  /** How long until a request to the phone may go, in ms; 0 when it may now. */
  waitMs(publicId: string): number
  /**
   * The service refused a request to the phone as `rate_limited`: the layer that it names, or every one, is held for
   * what it asks at least, longer the oftener it happens in a row (spec 7, rule 3).
   */
  refused(publicId: string, fault: Fault): void
  /**
   * The service let a request to the phone through, whatever it then said to it. A layer that was refused goes at what is let
   * through, and bit by bit at what the service says again (`learnt-rate`).
   */
  passed(publicId: string): void
  /** How long until the last of these requests may go, in ms, if each goes as soon as it may and the rates stay as they are. */
  forecastMs(publicIds: readonly string[]): number
}

export interface RateGateOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  perDevice: Rate
  perAccount: Rate
}

interface Wait {
  bucket: TokenBucket
  /** Monotonic ms. */
  heldUntil: number
}

interface Layer extends Wait {
  /** What the service says. */
  allows: Rate
  /** What it is seen to allow: this paces the bucket. */
  rate: LearntRate
  backoff: Backoff
}

export function createRateGate({ clock, random, perDevice, perAccount }: RateGateOptions): RateGate {
  const layer = (allows: Rate): Layer => {
    const rate = createLearntRate(clock, allows.perSecond * rates.share)
    return {
      bucket: createTokenBucket(clock, rate.perSecond, burstAt(rate, allows)),
      heldUntil: -Infinity,
      allows,
      rate,
      backoff: createBackoff(clock, random),
    }
  }
  const paced = (each: Layer) => {
    each.bucket.pace(each.rate.perSecond, burstAt(each.rate, each.allows))
    return each
  }
  const accountLayer = layer(perAccount)
  const devices = new Map<string, Layer>()
  const account = () => paced(accountLayer)
  const device = (publicId: string) => {
    const known = devices.get(publicId) ?? layer(perDevice)
    devices.set(publicId, known)
    return paced(known)
  }

  const hold = (tripped: Layer, fault: Fault) => {
    const now = clock.monotonic()
    const asked = now + Math.min(retryAfterMs(fault), longestHoldMs)
    // What was under way when the layer was held is refused with it: that is one refusal, not many.
    const isNew = tripped.heldUntil <= now
    tripped.heldUntil = isNew ? asked + tripped.backoff.nextMs() : Math.max(tripped.heldUntil, asked)
    if (isNew) tripped.rate.refused(tripped.heldUntil - now)
    const left = fault.kind === 'problem' ? (fault.limitRemaining ?? 0) : 0
    // When it is over, one may go and show whether others may, as soon as what the service says ever let it.
    tripped.bucket.pace(tripped.allows.perSecond * rates.share, tripped.allows.burst * rates.share)
    tripped.bucket.lower(Math.max(1, left), tripped.heldUntil)
  }
  const letThrough = (each: Layer) => {
    // What was under way when the layer was held shows nothing of what is let through after that.
    if (each.heldUntil > clock.monotonic()) return
    each.backoff.reset()
    each.rate.passed()
  }

  return {
    take: (publicId) => take(account(), device(publicId), clock.monotonic()),
    waitMs(publicId) {
      const now = clock.monotonic()
      return Math.max(waitOf(account(), now), waitOf(device(publicId), now))
    },
    refused(publicId, fault) {
      hold(namesDevice(fault) ? device(publicId) : account(), fault)
    },
    passed(publicId) {
      letThrough(account())
      letThrough(device(publicId))
    },
    forecastMs(publicIds) {
      const start = clock.monotonic()
      let now = start
      const copy = ({ bucket, heldUntil }: Layer): Wait => ({
        bucket: bucket.copy({ monotonic: () => now }),
        heldUntil,
      })
      const all = copy(account())
      const left = new Map([...publicIds].map((publicId, index) => [index, publicId]))
      const each = new Map([...new Set(publicIds)].map((publicId) => [publicId, copy(device(publicId))]))
      while (left.size > 0) {
        let soonest = waitOf(all, now)
        if (soonest === 0) {
          soonest = Infinity
          for (const [index, publicId] of left) {
            const phone = each.get(publicId) ?? all
            soonest = Math.min(soonest, waitOf(phone, now))
            if (!take(all, phone, now)) continue
            left.delete(index)
            soonest = 0
            break
          }
        }
        now += soonest
      }
      return now - start
    },
  }
}

/** As much less than what the service says, as its rate is. */
function burstAt({ perSecond }: LearntRate, allows: Rate): number {
  return Math.max(1, Math.floor((perSecond / allows.perSecond) * allows.burst))
}

function waitOf({ bucket, heldUntil }: Wait, now: number): number {
  return Math.max(Math.ceil(heldUntil - now), bucket.waitMs())
}

function take(account: Wait, device: Wait, now: number): boolean {
  if (waitOf(account, now) > 0 || waitOf(device, now) > 0) return false
  account.bucket.take()
  device.bucket.take()
  return true
}

/** The layer is a free text: only one that speaks of a device, and of nothing wider, is the device's alone. */
function namesDevice(fault: Fault): boolean {
  const layer = fault.kind === 'problem' ? (fault.limitLayer ?? '') : ''
  return /device/i.test(layer) && !/account|key/i.test(layer)
}
