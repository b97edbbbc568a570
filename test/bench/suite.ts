import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from './figure'
import type { Machine } from './machine'
import type { Pages } from './pages/compile'
import type { Pictures } from './pictures'

/** How much is measured. */
export interface Effort {
  repetitions: number
  /** The same of what takes minutes. */
  longRepetitions: number
  /** Before a measurement, for start-up work to end; ms. */
  settleMs: number
  /** Length of one measurement under load, ms. */
  measureMs: number
  /** The same where next to nothing happens, ms. */
  quietMs: number
  /** How long a page is blocked, ms. */
  blockedMs: number
  /** Presses of one repetition. */
  presses: number
  /** Phones shown at once, at most. */
  mostPhones: number
  /** Of a file that is uploaded. */
  fileBytes: number
}

/** The sizes of pictures that are measured, by their width. */
export const frameSizes = {
  750: { width: 750, height: 1334 },
  1170: { width: 1170, height: 2532 },
} as const

export interface SuiteContext {
  machine: Machine
  /** What is compared with the app, compiled. */
  pages: Pages
  effort: Effort
  /** Taken when they are first asked for. */
  pictures(width: keyof typeof frameSizes): Promise<Pictures>
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
