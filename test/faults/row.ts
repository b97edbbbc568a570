import type { Field } from './field'

/** The findings of a run. A run throws when the app misbehaves. */
export interface Measured {
  /** Time to recover in ms, from the fault or, if the app must wait for it, from the fault's end. */
  recoverMs?: number
  /** The row's own figure, in words: `0 reconnects in 10 min`. */
  figure?: string
}

/** One fault, as a row of the table. */
export interface Row {
  /** `table.fault` */
  id: string
  fault: string
  /** How often it is injected; 3 when left out. */
  runs?: number
  /** Waits mostly for a time-out in real time; such rows run in parallel. */
  waits?: boolean
  /** Runs against any service: it only reads and changes nothing on a phone. */
  anyServer?: boolean
  run(field: Field): Promise<Measured>
}

/** Measures how long `work` takes, in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
