import type { Fault } from '../../../src-shared/protocol/fault'
import { isWithoutPlace, retriesOf, ruleOf } from '../service/fault-policy'
import type { TaskSpec } from './task-specs'

type Repeats = Pick<TaskSpec, 'idempotent' | 'costs'>

/**
 * What a fault leads to:
 * - `paced`: retry once the rate allows it; nothing was changed (spec 7, rule 2)
 * - `again`: retry after a growing wait
 * - `ends-task`: the step failed, and the following ones would too
 * - `failed`: final
 */
export type StepOutcome = 'paced' | 'again' | 'ends-task' | 'failed'

/** Returns whether nothing answered: the fault is the network's, not the phone's. */
export function isUnheard(fault: Fault): boolean {
  return ruleOf(fault).holds === 'fleet'
}

/** Returns whether a retry of the step is safe. */
export function isHarmless(fault: Fault, { idempotent, costs = false }: Repeats): boolean {
  const isPaid = costs && fault.kind === 'unreadable-answer' && fault.status >= 200 && fault.status < 300
  return (idempotent && !isPaid) || fault.kind === 'launch-unsent' || isWithoutPlace(fault)
}

/**
 * Decides what a step's fault leads to.
 * @param tries its tries so far, without rate-limited ones and outage probes
 */
export function stepOutcome(fault: Fault, repeats: Repeats, tries: number): StepOutcome {
  const { holds } = ruleOf(fault)
  if (holds === 'rate') return 'paced'
  // Spec 5, rules 6 to 10; spec 8, rule 2; spec 4.12, rule 6.
  if (holds === 'account') return 'ends-task'
  return isHarmless(fault, repeats) && tries <= retriesOf(fault, 'step') ? 'again' : 'failed'
}
