/**
 * The policy for a close code (spec 7).
 * - `stay-closed`: another session took over; only the user takes control back
 * - `retry`: reconnect after growing, jittered waits
 * - `retry-unless-used-up`: the same; when it repeats, the budgets show whether to wait for their reset
 * - `park-channel`: this channel waits until a person fixes something
 * - `park-key`: the whole key waits
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

/** Returns the policy of a close code; an unknown one is a lost connection, which returns. */
export function closePolicy(code: number): ClosePolicy {
  return policies[code] ?? 'retry'
}
