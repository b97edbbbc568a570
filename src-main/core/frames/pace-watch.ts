import type { PaceLimit } from '../../../src-shared/bridge/contract'
import type { Clock } from '../base/clock'
import { firstPace, nextPace, type PaceSample } from './frame-pace'
import type { FrameCounts } from './frame-slot'

const lookEveryMs = 2000
// The page paints a thumbnail at most 20 times a second, and frames do not come evenly.
const thumbnailFps = 18

export interface PaceWatchOptions {
  clock: Clock
  /** Of this computer. */
  cores: number
  /** The tiles that are in sight now. */
  inSight: () => readonly number[]
  counts: (tile: number) => Readonly<FrameCounts> | null
  onChange: () => void
}

/** Finds out how many frames a second this computer shows, by what it paints of what comes. */
export interface PaceWatch {
  /** Frames a second that the wall's phones may send together. */
  readonly framesPerSecond: number
  /** The same when it is less than was hoped for; else null. */
  readonly limit: PaceLimit
  stop(): void
}

export function createPaceWatch({ clock, cores, inSight, counts, onChange }: PaceWatchOptions): PaceWatch {
  let pace = firstPace(cores)
  let before = new Map<number, FrameCounts>()

  /** Null while tiles come and go: what connects and is scrolled past shows nothing of the pace. */
  const sample = (): PaceSample | null => {
    const now = new Map<number, FrameCounts>()
    let wanted = 0
    let painted = 0
    for (const tile of inSight()) {
      const after = counts(tile)
      if (!after) continue
      now.set(tile, { ...after })
      const from = before.get(tile)
      if (!from) continue
      wanted += Math.min(after.offered - from.offered, (thumbnailFps * lookEveryMs) / 1000)
      painted += after.painted - from.painted
    }
    const isSame = now.size === before.size && [...now.keys()].every((tile) => before.has(tile))
    before = now
    return isSame ? { wanted, painted, ms: lookEveryMs } : null
  }

  const look = () => {
    const seen = sample()
    const next = seen ? nextPace(pace, seen, clock.monotonic()) : pace
    const changed = next.framesPerSecond !== pace.framesPerSecond
    pace = next
    cancel = clock.after(lookEveryMs, look)
    if (changed) onChange()
  }
  let cancel = clock.after(lookEveryMs, look)

  return {
    get framesPerSecond() {
      return pace.framesPerSecond
    },
    get limit() {
      return pace.framesPerSecond < pace.hoped ? pace.framesPerSecond : null
    },
    stop: () => cancel(),
  }
}
