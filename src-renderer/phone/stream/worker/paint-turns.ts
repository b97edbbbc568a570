// A wall of 20 Hz pictures costs half of one of 60 Hz and looks alike.
const intervalMs = 50
// Frames of one message are decoded within these ms of each other.
const gatherMs = 6

/** When decoded thumbnails may be painted. */
export interface PaintTurns {
  /** Resolves at the next turn, about 20 a second at most. */
  next(): Promise<void>
}

/** In ms, the same for all workers. */
const now = () => performance.timeOrigin + performance.now()

/**
 * Thumbnails change together: one pass of the compositor serves many of them, their credits return in one message, and
 * their next frames come in one.
 * @param isAligned whether several workers have turns, which then come at the same time, but for the first after a rest
 */
export function createPaintTurns(isAligned: () => boolean): PaintTurns {
  let lastAt = -Infinity
  let waiting: (() => void)[] = []

  const turn = () => {
    lastAt = now()
    const due = waiting
    waiting = []
    for (const go of due) go()
  }
  const nextAt = () => {
    const soon = now() + gatherMs
    const afterLast = lastAt + intervalMs
    if (afterLast <= soon || !isAligned()) return Math.max(soon, afterLast)
    return Math.max(soon, Math.round(afterLast / intervalMs) * intervalMs)
  }

  return {
    next() {
      if (waiting.length === 0) setTimeout(turn, nextAt() - now())
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
