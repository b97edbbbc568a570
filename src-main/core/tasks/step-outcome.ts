import type { Fault } from '../../../src-shared/protocol/fault'
import { mayHaveHappened } from '../../../src-shared/protocol/fault-predicates'
import { retriesOf, ruleOf } from '../service/fault-policy'

/**
 * What becomes of a step of a run that ended in a fault:
 * - `paced`: the same again, once the rate allows it; nothing was changed (spec 7, rule 2)
 * - `again`: the same again after a growing wait
 * - `ends-run`: it failed, and so would all that follow it
 * - `failed`, `unknown`: it is over; with `unknown` it may have been carried out
 */
export type StepOutcome = 'paced' | 'again' | 'ends-run' | 'failed' | 'unknown'

/** Whether nothing answered, which says more of the network than of the phone. */
export function isUnheard(fault: Fault): boolean {
  return ruleOf(fault).holds === 'fleet'
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
  const { holds } = ruleOf(fault)
  if (holds === 'rate') return 'paced'
  // Spec 5, rules 6 to 10; spec 8, rule 2; spec 4.12, rule 6.
  if (holds === 'account') return 'ends-run'
  if (isHarmless(fault, idempotent) && tries <= retriesOf(fault, 'step')) return 'again'
  return mayHaveHappened(fault) ? 'unknown' : 'failed'
}
