// A wall of 20 Hz pictures costs half of one of 60 Hz and looks alike.
const intervalMs = 50
// Frames of one message are decoded within these ms of each other.
const gatherMs = 6

/** When decoded thumbnails may be painted. */
export interface PaintTurns {
  /** Resolves at the next turn, at most 20 a second. */
  next(): Promise<void>
}

/**
 * Thumbnails change together: one pass of the compositor serves many of them, their credits return in one message, and
 * their next frames come in one.
 */
export function createPaintTurns(): PaintTurns {
  let lastAt = -Infinity
  let waiting: (() => void)[] = []

  const turn = () => {
    lastAt = performance.now()
    const now = waiting
    waiting = []
    for (const go of now) go()
  }

  return {
    next() {
      if (waiting.length === 0) {
        setTimeout(turn, Math.max(gatherMs, lastAt + intervalMs - performance.now()))
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
