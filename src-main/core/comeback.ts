import { closePolicy } from '../../src-shared/protocol/close-code'
import type { Fault } from '../../src-shared/protocol/fault'
import type { Backoff } from './backoff'
import type { Clock } from './clock'
import { needsPerson, refusesKey, retryAfterMs } from './fault-policy'

/**
 * A channel that is not open though it is wanted: why, and when it comes back by itself (ms since the epoch; null for never).
 * - `retry`: lost, or refused for a reason that may pass
 * - `budget`: a daily budget is used up
 * - `taken`: another session has the device (4409)
 * - `refused`: until something of this channel is fixed
 * - `key`: until the key is
 */
export type Parked = { name: 'parked'; fault: Fault } & (
  { reason: 'retry' | 'budget'; retryAt: number } | { reason: 'taken' | 'refused' | 'key'; retryAt: null }
)

/** How one channel comes back after each way to lose it (spec 7, close codes; spec 4.10 and 4.11, refused handshakes). */
export interface ComebackPolicy {
  /** To be asked once for each loss: the waits grow with it. */
  judge(fault: Fault): Parked
  /** Whether the budgets are to be looked at before the next attempt, once this loss has been judged. */
  suspectsBudget(fault: Fault): boolean
}

export interface ComebackOptions {
  clock: Clock
  backoff: Backoff
  /** How long until an instant of the service's clock, in ms; 0 when it is past. */
  msUntil: (instant: string) => number
}

export function createComebackPolicy({ clock, backoff, msUntil }: ComebackOptions): ComebackPolicy {
  const policyOf = (fault: Fault) => (fault.kind === 'socket-closed' ? closePolicy(fault.code) : null)
  const isQuota = (fault: Fault) => fault.kind === 'problem' && fault.code === 'quota_exceeded'

  return {
    judge(fault) {
      const policy = policyOf(fault)
      if (policy === 'stay-closed') return { name: 'parked', reason: 'taken', fault, retryAt: null }
      if (refusesKey(fault)) return { name: 'parked', reason: 'key', fault, retryAt: null }
      if (policy === 'park-channel' || needsPerson(fault)) {
        return { name: 'parked', reason: 'refused', fault, retryAt: null }
      }
      // A wait comes on top of what the service asks for, so that not everybody is back in the same moment.
      const now = clock.now()
      if (fault.kind === 'budget-used-up') {
        const retryAt = now + msUntil(fault.resetsAt) + backoff.nextMs()
        return { name: 'parked', reason: 'budget', fault, retryAt }
      }
      return { name: 'parked', reason: 'retry', fault, retryAt: now + retryAfterMs(fault) + backoff.nextMs() }
    },
    suspectsBudget: (fault) =>
      isQuota(fault) || (policyOf(fault) === 'retry-unless-used-up' && backoff.failures > 1),
  }
}
