import { hasEnded, type Transfer, type TransferStateName } from '../../src-shared/bridge/upload-state'

export const transferOrders = ['state', 'newest'] as const
/** `state`: what is on its way first, then what needs a hand, what waits, and what is over; `newest`: what was added last. */
export type TransferOrder = (typeof transferOrders)[number]

const ranks: Record<TransferStateName, number> = {
  sending: 0,
  ticket: 0,
  failed: 1,
  unknown: 1,
  waiting: 2,
  done: 3,
  cancelled: 4,
}

/**
 * Transfers as they are shown. Those that wait stand as they will go, those that are over with the newest first. Goes through them
 * once: there may be ten thousand, ten times a second.
 *
 * @param transfers in the order of their places
 */
export function inOrder(transfers: readonly Transfer[], order: TransferOrder): Transfer[] {
  if (order === 'newest') return transfers.toReversed()
  const groups: Transfer[][] = [[], [], [], [], []]
  for (const transfer of transfers) groups[ranks[transfer.state]]?.push(transfer)
  return groups.flatMap((group, rank) =>
    rank === ranks.done || rank === ranks.cancelled ? group.reverse() : group,
  )
}

/** Whether it has not arrived, as far as is known, and nobody wanted that. */
export function needsLook({ state }: Pick<Transfer, 'state'>): boolean {
  return state === 'failed' || state === 'unknown'
}

/** Whether it can be sent again by hand. */
export function isRetryable(transfer: Pick<Transfer, 'state'>): boolean {
  return hasEnded(transfer) && transfer.state !== 'done'
}
