/**
 * What to do when an open socket closes (spec 7, close codes).
 * - `stay-closed`: another session took the device; only the user takes it back
 * - `retry`: come back with growing, jittered delays
 * - `park-until-fixed`: the key or the account must change first
 */
export type ClosePolicy = 'stay-closed' | 'retry' | 'park-until-fixed'

const policies: Readonly<Record<number, ClosePolicy>> = {
  4409: 'stay-closed',
  4401: 'park-until-fixed',
  4403: 'park-until-fixed',
  1011: 'retry',
  4290: 'retry',
  4400: 'retry',
}

/** A code that the spec does not name is a lost connection, and a lost connection comes back. */
export function closePolicy(code: number): ClosePolicy {
  return policies[code] ?? 'retry'
}
