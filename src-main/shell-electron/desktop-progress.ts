import { shareOf, underWayOf, type UploadsSum } from '../../src-shared/features/upload-state'

/** The upload progress in the task bar or dock. */
export interface DesktopProgress {
  /** From 0 to 1; -1 hides the bar, 2 is indeterminate. */
  share: number
  mode: 'none' | 'normal' | 'indeterminate' | 'error' | 'paused'
}

/** Counts the uploads that ended since the first of them began. */
export interface EndedUploads {
  arrived: number
  /** Includes uploads that the service did not confirm. */
  failed: number
}

/** Rounds down to whole percents, so the window's bar rarely changes. */
export function progressOf(sum: UploadsSum, { failed }: EndedUploads): DesktopProgress {
  if (underWayOf(sum) === 0) return { share: -1, mode: 'none' }
  if (sum.bytes === 0) return { share: 2, mode: 'indeterminate' }
  const share = Math.floor(shareOf(sum) * 100) / 100
  if (failed > 0) return { share, mode: 'error' }
  return { share, mode: sum.rest === null ? 'normal' : 'paused' }
}

/** Counts how uploads end, from the start of the first until all have ended. */
export function createEndCount(): {
  readonly count: EndedUploads
  /** @returns the count when the last upload has just ended, otherwise null */
  take(sum: UploadsSum): EndedUploads | null
} {
  let count: EndedUploads = { arrived: 0, failed: 0 }
  let known = { done: 0, failed: 0 }
  let isUnderWay = false

  return {
    get count() {
      return count
    },
    take(sum) {
      const now = { done: sum.counts.done, failed: sum.counts.failed + sum.counts.unknown }
      const wasUnderWay = isUnderWay
      isUnderWay = underWayOf(sum) > 0
      if (isUnderWay && !wasUnderWay) count = { arrived: 0, failed: 0 }
      if (isUnderWay || wasUnderWay) {
        count = {
          // Removing a finished upload from the list lowers `done`, but the upload still counts.
          arrived: count.arrived + Math.max(0, now.done - known.done),
          // A retry takes back its failure.
          failed: Math.max(0, count.failed + now.failed - known.failed),
        }
      }
      known = now
      return wasUnderWay && !isUnderWay ? count : null
    },
  }
}
