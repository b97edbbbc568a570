/**
 * - `waiting`: for its turn, for the rate limit, or with `retryAt` to be sent again
 * - `ticket`, `sending`: under way
 * - `done`, `failed`, `cancelled`, `unknown`: final; `unknown` when the answer was lost after the last byte
 */
export type TransferStateName = 'waiting' | 'ticket' | 'sending' | 'done' | 'failed' | 'cancelled' | 'unknown'

const final: ReadonlySet<TransferStateName> = new Set(['done', 'failed', 'cancelled', 'unknown'])

/** Whether the transfer is over, well or not. */
export function hasEnded({ state }: { state: TransferStateName }): boolean {
  return final.has(state)
}
