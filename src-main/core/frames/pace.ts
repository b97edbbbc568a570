import type { Clock } from '../time/clock'
import type { FanOut } from './fan-out'
import type { FrameCounts } from './frame-slot'

const lookEveryMs = 2000
// The page paints a thumbnail at most 20 times a second, and frames come unevenly.
const thumbnailFps = 18
// One core decodes and shows so many of the smallest thumbnails a second (docs/performance.md).
const perCore = 300
const fewest = 60
const mostAtStart = 900
const most = 2400
const enoughShare = 0.85
const looksBeforeLess = 3
const wellBeforeMoreMs = 60_000
// Each phone reconnects when its rate changes, so what failed is not tried again and again.
const longestBeforeMoreMs = 30 * 60_000

export interface PaceOptions {
  clock: Clock
  /** Of this computer. */
  cores: number
  /** As `FanOut.counts`. */
  counts: () => FanOut['counts']
  onChange: () => void
}

/**
 * Finds how many frames a second this computer shows: as many as were painted after three looks at which under 85% of
 * the offered ones were, and a sixth of the first value more after each minute without such a look. What was too many is
 * tried again after twice the time of the last try.
 */
export interface Pace {
  /** Frames a second that the wall's phones may send together. */
  readonly framesPerSecond: number
  /** Whether that is less than at the start, because no more was painted. */
  readonly isLowered: boolean
  stop(): void
}

export function createPace({ clock, cores, counts, onChange }: PaceOptions): Pace {
  const start = Math.min(mostAtStart, cores * perCore)
  let framesPerSecond = start
  let looksBehind = 0
  let wellSince: number | null = null
  let tooMany = Infinity
  let beforeTooManyMs = wellBeforeMoreMs
  let before = new Map<Readonly<FrameCounts>, FrameCounts>()

  /**
   * Counts frames since the last look; null while tiles, or what counts them, come and go: it shows nothing of the pace.
   * A tile that several walls show counts once, as their mean. A wall that paints nothing has stopped: it is left out, and
   * alone it shows nothing either.
   */
  const sample = (): FrameCounts | null => {
    const now: typeof before = new Map()
    const tiles = new Map<number, FrameCounts[]>()
    let hasStopped = false
    for (const wall of counts()) {
      const seen = [...wall].map(([tile, after]) => {
        now.set(after, { ...after })
        const from = before.get(after) ?? after
        const offered = Math.min(after.offered - from.offered, (thumbnailFps * lookEveryMs) / 1000)
        return { tile, offered, painted: after.painted - from.painted }
      })
      if (seen.every(({ painted }) => painted === 0)) {
        hasStopped ||= seen.some(({ offered }) => offered > 0)
        continue
      }
      for (const { tile, ...change } of seen) tiles.set(tile, [...(tiles.get(tile) ?? []), change])
    }
    const sum = { offered: 0, painted: 0 }
    for (const changes of tiles.values())
      for (const { offered, painted } of changes) {
        sum.offered += offered / changes.length
        sum.painted += painted / changes.length
      }
    const isSame = now.size === before.size && [...now.keys()].every((of) => before.has(of))
    before = now
    return isSame && !(hasStopped && tiles.size === 0) ? sum : null
  }

  const nextPace = ({ offered, painted }: FrameCounts): number => {
    const now = clock.monotonic()
    if (painted < offered * enoughShare) {
      wellSince = null
      looksBehind += 1
      if (looksBehind < looksBeforeLess) return framesPerSecond
      looksBehind = 0
      // Phones that still send at an older, higher pace have not tried this one.
      if ((offered * 1000) / lookEveryMs <= framesPerSecond / enoughShare) {
        // The same as at the last fall, about.
        const isAgain = tooMany < Infinity && framesPerSecond < tooMany * 1.2
        beforeTooManyMs = isAgain ? Math.min(longestBeforeMoreMs, beforeTooManyMs * 2) : wellBeforeMoreMs
        tooMany = framesPerSecond
      }
      return Math.max(fewest, Math.min(framesPerSecond, (painted * 1000) / lookEveryMs))
    }
    looksBehind = 0
    wellSince ??= now
    if (now - wellSince < wellBeforeMoreMs) return framesPerSecond
    if (framesPerSecond >= tooMany) tooMany = Infinity
    const more = framesPerSecond + start / 6
    if (more >= tooMany && now - wellSince < beforeTooManyMs) return framesPerSecond
    wellSince = now
    // Only phones that use the pace show that more than the start would be painted.
    const isUsed = (offered * 1000) / lookEveryMs > framesPerSecond / 2
    const highest = isUsed ? most : Math.max(start, framesPerSecond)
    return Math.min(highest, more)
  }

  const look = () => {
    const seen = sample()
    const next = seen ? nextPace(seen) : framesPerSecond
    const isChanged = next !== framesPerSecond
    framesPerSecond = next
    cancel = clock.after(lookEveryMs, look)
    if (isChanged) onChange()
  }
  let cancel = clock.after(lookEveryMs, look)

  return {
    get framesPerSecond() {
      return framesPerSecond
    },
    get isLowered() {
      return framesPerSecond < start
    },
    stop: () => cancel(),
  }
}
