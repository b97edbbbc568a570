import { shareOf, underWayOf, type UploadsSum } from '../../src-shared/bridge/upload-state'

/** What the task bar or the dock shows of the transfers. */
export interface DesktopProgress {
  /** From 0 to 1; -1 takes it away. */
  share: number
  mode: 'none' | 'normal' | 'indeterminate' | 'error' | 'paused'
}

/** How many transfers have ended since there were none under way. */
export interface EndedTransfers {
  arrived: number
  /** Those too of which that is not known. */
  failed: number
}

/** In whole per cent: the desktop draws no more. */
export function progressOf(sum: UploadsSum, { failed }: EndedTransfers): DesktopProgress {
  if (underWayOf(sum) === 0) return { share: -1, mode: 'none' }
  if (sum.bytes === 0) return { share: 2, mode: 'indeterminate' }
  const share = Math.floor(shareOf(sum) * 100) / 100
  if (failed > 0) return { share, mode: 'error' }
  return { share, mode: sum.rest === null ? 'normal' : 'paused' }
}

/** Counts how transfers end, from when the first is under way until all have ended. */
export function createEndCount(): {
  readonly count: EndedTransfers
  /** @returns the count, when all have just ended; otherwise null */
  take(sum: UploadsSum): EndedTransfers | null
} {
  let count: EndedTransfers = { arrived: 0, failed: 0 }
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
          // What is taken off the list meanwhile has arrived all the same.
          arrived: count.arrived + Math.max(0, now.done - known.done),
          // What is sent again has not failed yet.
          failed: Math.max(0, count.failed + now.failed - known.failed),
        }
      }
      known = now
      return wasUnderWay && !isUnderWay ? count : null
    },
  }
}
