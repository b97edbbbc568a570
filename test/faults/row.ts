import type { Field } from './field'

/** What one run found. It throws where the app did not do as it should. */
export interface Measured {
  /** From the fault, or from its end where the app cannot do anything before, to all being well again; ms. */
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
  /** It mostly waits for a time-out in real time: such rows run beside each other. */
  waits?: boolean
  /** It makes sense against a server that is not ours: it reads, and changes nothing on a phone. */
  anyServer?: boolean
  run(field: Field): Promise<Measured>
}

/** How long `work` takes, in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
