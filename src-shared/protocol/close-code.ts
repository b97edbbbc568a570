/**
 * What to do when an open socket closes (spec 7, close codes).
 * - `stay-closed`: another session took the device; only the user takes it back
 * - `retry`: come back with growing, jittered delays
 * - `retry-unless-used-up`: the same; when it goes on, the budgets tell whether to wait until they are full again
 * - `park-channel`: this channel may not be used until something is fixed
 * - `park-key`: nothing may be asked with this key until something is fixed
 */
export type ClosePolicy = 'stay-closed' | 'retry' | 'retry-unless-used-up' | 'park-channel' | 'park-key'

const policies: Readonly<Record<number, ClosePolicy>> = {
  4409: 'stay-closed',
  4401: 'park-key',
  4403: 'park-channel',
  1011: 'retry',
  4290: 'retry-unless-used-up',
  4400: 'retry',
}

/** A code that the spec does not name is a lost connection, and a lost connection comes back. */
export function closePolicy(code: number): ClosePolicy {
  return policies[code] ?? 'retry'
}
