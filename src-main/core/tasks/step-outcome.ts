import type { Fault } from '../../../src-shared/protocol/fault'
import { mayHaveHappened } from '../../../src-shared/protocol/may-have-happened'
import { needsPerson, outlookOf } from '../service/fault-policy'

const mostTries = 4

/**
 * What becomes of a step of a run that ended in a fault:
 * - `paced`: the same again, once the rate allows it; nothing was changed (spec 7, rule 2)
 * - `again`: the same again after a growing wait
 * - `ends-run`: it failed, and so would all that follow it
 * - `failed`, `unknown`: it is over; with `unknown` it may have been carried out
 */
export type StepOutcome = 'paced' | 'again' | 'ends-run' | 'failed' | 'unknown'

/** Whether it is about the key or the day, not about one phone (spec 5, rules 6 to 10; spec 8, rule 2; spec 4.12, rule 6). */
function endsRun(fault: Fault): boolean {
  if (fault.kind === 'problem' && fault.code === 'device_not_found') return false
  const isOutOfTokens = fault.kind === 'problem' && fault.code === 'insufficient_tokens'
  return isOutOfTokens || needsPerson(fault) || outlookOf(fault) === 'budget'
}

/** Whether nothing answered, which says more of the network than of the phone. */
export function isUnheard(fault: Fault): boolean {
  if (fault.kind === 'network') return outlookOf(fault) === 'passes'
  return fault.kind === 'launch-unsent' || fault.kind === 'launch-unknown'
}

/** Whether the step may be carried out again by itself. */
export function isHarmless(fault: Fault, idempotent: boolean): boolean {
  return idempotent || fault.kind === 'launch-unsent'
}

/**
 * @param idempotent whether it does no harm to carry the step out twice
 * @param tries how often it was tried, but for those that the rate refused, or that only showed that still nothing answers
 */
export function stepOutcome(fault: Fault, idempotent: boolean, tries: number): StepOutcome {
  if (fault.kind === 'problem' && fault.code === 'rate_limited') return 'paced'
  if (endsRun(fault)) return 'ends-run'
  if (!mayHaveHappened(fault) && !isUnheard(fault)) return 'failed'
  const over = !isHarmless(fault, idempotent) || fault.kind === 'cancelled' || tries >= mostTries
  if (!over) return 'again'
  return mayHaveHappened(fault) ? 'unknown' : 'failed'
}
