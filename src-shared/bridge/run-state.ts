/**
 * - `waiting`: for its turn; with a fault: for another try
 * - `under-way`
 * - `done`, `failed`, `unknown`, `cancelled`: final; `unknown` when it may have been carried out
 * - `not-tried`: final; the run had ended before, for a reason that is not this phone's
 */
export type RunItemStateName =
  | 'waiting'
  | 'under-way'
  | 'done'
  | 'failed'
  | 'unknown'
  | 'cancelled'
  | 'not-tried'

/** Whether an item of a run is over, well or not. */
export function itemHasEnded({ state }: { state: RunItemStateName }): boolean {
  return state !== 'waiting' && state !== 'under-way'
}

/** How many steps of these runs are not over: those that wait, and those that are under way. */
export function stepsLeftOf(runs: readonly { items: readonly { state: RunItemStateName }[] }[]): number {
  return runs.flatMap(({ items }) => items.filter((item) => !itemHasEnded(item))).length
}
