import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from './figure'
import type { Machine } from './machine'
import type { Pages } from './pages/compile'
import type { Pictures } from './pictures'

/** The extent of a measurement. */
export interface Effort {
  repetitions: number
  /** Repetitions of measurements that take minutes. */
  longRepetitions: number
  /** The pause before a measurement, for start-up work; ms. */
  settleMs: number
  /** Length of one measurement under load, ms. */
  measureMs: number
  /** Length of one measurement of an idle app, ms. */
  quietMs: number
  /** The time that a page is blocked, ms. */
  blockedMs: number
  /** Presses of one repetition. */
  presses: number
  /** The most phones on a wall. */
  mostPhones: number
  /** The size of an uploaded file. */
  fileBytes: number
}

/** The frame sizes by width, px. */
export const frameSizes = {
  750: { width: 750, height: 1334 },
  1170: { width: 1170, height: 2532 },
} as const

export interface SuiteContext {
  machine: Machine
  /** The compiled pages that the app is compared with. */
  pages: Pages
  effort: Effort
  /** Taken at their first use. */
  pictures(width: keyof typeof frameSizes): Promise<Pictures>
  /** Prints a line that is no figure. */
  note(line: string): void
}

/** Figures that are measured together. */
export interface Suite {
  ids: readonly string[]
  run(context: SuiteContext): Promise<Figure[]>
}

/** Runs all turns once per repetition, alternately forwards and backwards, so that none is always first. */
export async function alternate(repetitions: number, turns: readonly (() => Promise<void>)[]): Promise<void> {
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const turn of repetition % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
}

/** Opens something, lets it settle, measures it, and closes it. */
export async function measured<Opened extends { close(): Promise<void> }, Found>(
  open: () => Promise<Opened>,
  { settleMs }: Effort,
  measure: (opened: Opened) => Promise<Found>,
): Promise<Found> {
  const opened = await open()
  try {
    await delay(settleMs)
    return await measure(opened)
  } finally {
    await opened.close()
  }
}
