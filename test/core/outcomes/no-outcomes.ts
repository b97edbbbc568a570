import type { OutcomesFile } from '../../../src-main/core/outcomes/kept-outcomes'

/** A file of outcomes that keeps nothing. */
export const noOutcomes: OutcomesFile = {
  of: () => new Map(),
  change: () => null,
  forget: () => undefined,
  close: () => undefined,
}
