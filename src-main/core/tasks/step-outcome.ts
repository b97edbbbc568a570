import type { Fault } from '../../../src-shared/protocol/fault'
import { mayHaveHappened } from '../../../src-shared/protocol/fault-predicates'
import { isWithoutPlace, retriesOf, ruleOf } from '../service/fault-policy'

/**
 * What a fault leads to:
 * - `paced`: retry once the rate allows it; nothing was changed (spec 7, rule 2)
 * - `again`: retry after a growing wait
 * - `ends-task`: the step failed, and the following ones would too
 * - `failed`, `unknown`: final; `unknown` when it may have happened
 */
export type StepOutcome = 'paced' | 'again' | 'ends-task' | 'failed' | 'unknown'

/** Returns whether nothing answered: the fault is the network's, not the phone's. */
export function isUnheard(fault: Fault): boolean {
  return ruleOf(fault).holds === 'fleet'
}

/** Returns whether a retry of the step is safe. */
export function isHarmless(fault: Fault, idempotent: boolean): boolean {
  return idempotent || fault.kind === 'launch-unsent' || isWithoutPlace(fault)
}

/**
 * Decides what a step's fault leads to.
 * @param idempotent whether a step may safely be carried out twice
 * @param tries its tries so far, without rate-limited ones and outage probes
 */
export function stepOutcome(fault: Fault, idempotent: boolean, tries: number): StepOutcome {
  const { holds } = ruleOf(fault)
  if (holds === 'rate') return 'paced'
  // Spec 5, rules 6 to 10; spec 8, rule 2; spec 4.12, rule 6.
  if (holds === 'account') return 'ends-task'
  if (isHarmless(fault, idempotent) && tries <= retriesOf(fault, 'step')) return 'again'
  return mayHaveHappened(fault) ? 'unknown' : 'failed'
}
