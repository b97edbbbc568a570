import type { Figure } from './figure'
import type { Machine } from './machine'

/** How much is measured. */
export interface Effort {
  repetitions: number
  /** Before a measurement, for start-up work to end; ms. */
  settleMs: number
  /** Length of one measurement under load, ms. */
  measureMs: number
  /** Presses of one repetition. */
  presses: number
}

export interface SuiteContext {
  machine: Machine
  /** The plain way, compiled (plain-way/compile). */
  plainWay: string
  effort: Effort
  /** Says in one line what was found that is no figure. */
  note(line: string): void
}

/** Figures that are measured together. */
export interface Suite {
  ids: readonly string[]
  run(context: SuiteContext): Promise<Figure[]>
}
