import type { Limits, Rate, RateLayer } from '../config'
import { tooMany } from '../http/problem'
import type { Clock } from '../world/clock'
import { TokenBucket } from './token-bucket'

/** The service's token buckets: one for each layer and subject (a key, a phone, the account). */
export class RateLimits {
  private readonly buckets = new Map<RateLayer, Map<string, TokenBucket>>()

  constructor(
    private readonly clock: Clock,
    private rates: Limits['rates'],
  ) {}

  /** New rates take effect at once, with full buckets where a rate has changed. */
  change(rates: Limits['rates']): void {
    for (const [layer, rate] of Object.entries(rates) as [RateLayer, Rate][]) {
      const before = this.rates[layer]
      if (before.per_second !== rate.per_second || before.burst !== rate.burst) this.buckets.delete(layer)
    }
    this.rates = rates
  }

  /** Takes one token. @returns milliseconds until there is one, 0 when one was taken */
  private tryTake(layer: RateLayer, subject: string): number {
    const rate = this.rates[layer]
    let subjects = this.buckets.get(layer)
    if (!subjects) this.buckets.set(layer, (subjects = new Map()))
    let bucket = subjects.get(subject)
    if (!bucket) subjects.set(subject, (bucket = new TokenBucket(rate.per_second, rate.burst, this.clock)))
    return bucket.take() ? 0 : bucket.msUntilNext()
  }

  /** The whole tokens that a subject has left in a layer; takes none. */
  remaining(layer: RateLayer, subject: string): number {
    const bucket = this.buckets.get(layer)?.get(subject)
    return Math.floor(bucket?.left() ?? this.rates[layer].burst)
  }

  /** The layers that every request with a key passes (spec section 8, rule 3). @throws Problem `rate_limited` */
  takeGeneral(keyId: string): void {
    this.take('per_key', keyId)
    this.take('per_account', 'account')
  }

  /** Takes one token or refuses. @throws Problem `rate_limited` */
  take(layer: RateLayer, subject: string): void {
    const ms = this.tryTake(layer, subject)
    if (ms > 0) throw tooMany('rate_limited', layer, ms, `Too many requests (${layer})`)
  }
}
