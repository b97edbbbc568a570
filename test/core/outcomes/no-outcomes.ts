import type { OutcomesFile } from '../../../src-main/core/outcomes/kept-outcomes'

/** A file of outcomes that keeps nothing. */
export const noOutcomes: OutcomesFile = {
  of: () => new Map(),
  change: () => null,
  drop: () => undefined,
  forget: () => undefined,
  close: () => undefined,
}
