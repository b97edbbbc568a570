import { closePolicy } from '../../../src-shared/protocol/close-code'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { Backoff } from '../time/backoff'
import type { CancelTimer, Clock } from '../time/clock'
import { outlookOf, quietMs, type Outlook } from '../service/fault-policy'

/**
 * A channel that is not open though it is wanted: why, and when it comes back by itself (monotonic ms; null for never).
 * - `retry`: failed, or refused for a reason that may pass
 * - `budget`: a daily budget is used up
 * - `taken`: another session has the device (4409)
 * - `refused`: until something of this channel is fixed
 * - `key`: until the key is
 */
export type Parked = { name: 'parked'; fault: Fault } & (
  | { reason: 'retry' | 'budget'; dueAt: number }
  | { reason: 'taken' | 'refused' | 'key'; dueAt: null }
)

const reasons = {
  passes: 'retry',
  lasts: 'retry',
  budget: 'budget',
  taken: 'taken',
  person: 'refused',
  key: 'key',
} as const satisfies Record<Outlook, Parked['reason']>

/** How one channel comes back after each way to fail (spec 7, close codes; spec 4.10 and 4.11, refused handshakes). */
export interface ReconnectPolicy {
  /** To be asked once for each failure: the waits grow with it. */
  judge(fault: Fault): Parked
  /** Whether the budgets are to be looked at before the next attempt, once this failure has been judged. */
  suspectsBudget(fault: Fault): boolean
}

export interface ReconnectOptions {
  clock: Clock
  backoff: Backoff
  /** How long until an instant of the service's clock, in ms; 0 when it is past. */
  msUntil: (instant: string) => number
}

/** What either channel of a phone needs to open, and to come back. */
export interface ChannelOptions extends ReconnectOptions {
  /** Calls when a connect may be made: other phones connect too. */
  whenMayConnect: (run: () => void) => CancelTimer
  /** Why a handshake was refused, found out as the spec says (4.10, 4.11). */
  diagnose: (status: number) => Promise<Fault>
  /** The budget that is used up, so that the channel cannot be had; null when there is none, or it cannot be known. */
  findUsedUp: () => Promise<Fault | null>
  /** The service has closed the channel because of the key (4401). */
  onKeyRefused: (fault: Fault) => void
}

export function createReconnectPolicy({ clock, backoff, msUntil }: ReconnectOptions): ReconnectPolicy {
  return {
    judge(fault) {
      const reason = reasons[outlookOf(fault)]
      if (reason !== 'retry' && reason !== 'budget') return { name: 'parked', reason, fault, dueAt: null }
      // A wait comes on top of what the service asks for, so that not everybody is back in the same moment.
      const dueAt = clock.monotonic() + quietMs(fault, msUntil) + backoff.nextMs()
      return { name: 'parked', reason, fault, dueAt }
    },
    suspectsBudget(fault) {
      if (fault.kind === 'problem') return outlookOf(fault) === 'budget'
      const policy = fault.kind === 'socket-closed' ? closePolicy(fault.code) : null
      return policy === 'retry-unless-used-up' && backoff.failures > 1
    },
  }
}
