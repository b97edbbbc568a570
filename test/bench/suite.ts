import { setTimeout as delay } from 'node:timers/promises'
import type { Contender } from './contender'
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

/** Runs every turn once a repetition, forwards and backwards in turn, so that none is always the first. */
export async function alternate(repetitions: number, turns: readonly (() => Promise<void>)[]): Promise<void> {
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const turn of repetition % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
}

/** Opens an app, lets it settle, measures it, and closes it. */
export async function measured<T>(
  open: () => Promise<Contender>,
  { settleMs }: Effort,
  measure: (app: Contender) => Promise<T>,
): Promise<T> {
  const app = await open()
  try {
    await delay(settleMs)
    return await measure(app)
  } finally {
    await app.close()
  }
}
