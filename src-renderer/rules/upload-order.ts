import { hasEnded, type Upload, type UploadStateName } from '../../src-shared/features/upload-state'

export const uploadOrders = ['state', 'newest'] as const
/** `state`: first sending, then failed, waiting and ended; `newest`: last added first. */
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
 * Sorts uploads for display. Waiting ones stay in queue order, ended ones come newest first. One pass, as 10,000 uploads
 * may change ten times a second.
 * @param uploads in queue order
 */
export function inOrder(uploads: readonly Upload[], order: UploadOrder): Upload[] {
  if (order === 'newest') return uploads.toReversed()
  const groups: Upload[][] = [[], [], [], [], []]
  for (const upload of uploads) groups[ranks[upload.state]]?.push(upload)
  return groups.flatMap((group, rank) =>
    rank === ranks.done || rank === ranks.cancelled ? group.reverse() : group,
  )
}

/** Returns whether an upload failed or has an unknown outcome. */
export function needsLook({ state }: Pick<Upload, 'state'>): boolean {
  return state === 'failed' || state === 'unknown'
}

/** Returns whether a person can retry an upload. */
export function isRetryable(upload: Pick<Upload, 'state'>): boolean {
  return hasEnded(upload) && upload.state !== 'done'
}
