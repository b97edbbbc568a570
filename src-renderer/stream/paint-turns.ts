// A wall of 20 Hz pictures costs half of one of 60 Hz and looks alike.
const thumbnailIntervalMs = 50
// Frames that came in one message are decoded within these ms of each other.
const gatherMs = 6

/** When a decoded picture may be painted. */
export interface PaintTurns {
  /** Prompt pictures do not wait; all others take the same turn, at most 20 a second. */
  next(prompt: boolean): Promise<void>
}

/**
 * Thumbnails change together: one pass of the compositor then serves many of them, their credits go back in one message,
 * and their next frames come in one.
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
    next(prompt) {
      if (prompt) return Promise.resolve()
      if (waiting.length === 0) {
        setTimeout(turn, Math.max(gatherMs, lastAt + thumbnailIntervalMs - performance.now()))
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
