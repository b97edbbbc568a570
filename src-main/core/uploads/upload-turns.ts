import type { UploadItem } from './upload-item'

/** Whose turn it is: phones take turns, and the files of one phone go in the order of the list. */
export interface UploadTurns {
  /** It goes out now. */
  take(item: UploadItem): void
  /** The one of those that are due, in monotonic ms, whose phone has waited longest; null when none is due. */
  next(waiting: Iterable<UploadItem>, now: number): UploadItem | null
}

export function createUploadTurns(): UploadTurns {
  // When a phone had its last turn, counted in turns.
  const turnOf = new Map<string, number>()
  let turns = 0

  const lastTurn = ({ upload }: UploadItem) => turnOf.get(upload.publicId) ?? 0
  const isBefore = (one: UploadItem, other: UploadItem) => {
    const between = lastTurn(one) - lastTurn(other)
    return between < 0 || (between === 0 && one.upload.place < other.upload.place)
  }

  return {
    take({ upload }) {
      turns += 1
      turnOf.set(upload.publicId, turns)
    },
    next(waiting, now) {
      let first: UploadItem | null = null
      for (const item of waiting) {
        if (item.dueAt <= now && (first === null || isBefore(item, first))) first = item
      }
      return first
    },
  }
}

/** When the first of them is due, in monotonic ms; Infinity when there is none. */
export function firstDueAt(waiting: Iterable<UploadItem>): number {
  let first = Infinity
  for (const { dueAt } of waiting) first = Math.min(first, dueAt)
  return first
}
