import { hasEnded, type Upload, type UploadStateName } from '../../src-shared/bridge/upload-state'

export const uploadOrders = ['state', 'newest'] as const
/** `state`: what is on its way first, then what needs a hand, what waits, and what is over; `newest`: what was added last. */
export type UploadOrder = (typeof uploadOrders)[number]

const ranks: Record<UploadStateName, number> = {
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
export function inOrder(uploads: readonly Upload[], order: UploadOrder): Upload[] {
  if (order === 'newest') return uploads.toReversed()
  const groups: Upload[][] = [[], [], [], [], []]
  for (const upload of uploads) groups[ranks[upload.state]]?.push(upload)
  return groups.flatMap((group, rank) =>
    rank === ranks.done || rank === ranks.cancelled ? group.reverse() : group,
  )
}

/** Whether it has not arrived, as far as is known, and nobody wanted that. */
export function needsLook({ state }: Pick<Upload, 'state'>): boolean {
  return state === 'failed' || state === 'unknown'
}

/** Whether it can be sent again by hand. */
export function isRetryable(upload: Pick<Upload, 'state'>): boolean {
  return hasEnded(upload) && upload.state !== 'done'
}
