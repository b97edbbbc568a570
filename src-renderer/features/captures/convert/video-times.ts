/** When a frame is shown, and for how long, in ms. */
export interface Shown<Frame> {
  frame: Frame
  at: number
  ms: number
}

// A recording's times are whole ms, so two frames may have the same. Encoders need an order.
const leastMs = 0.25
// A file counts a frame's time in 32 bits, which end after some hours.
const longestMs = 60 * 60 * 1000

/**
 * Gives frames the time until the next one. A frame that stands for long is repeated.
 * @param repeatAt returns when a frame that is shown at a time must be repeated; without it each hour
 */
export function createVideoTimes<Frame>(repeatAt = (at: number) => at + longestMs): {
  /** Takes the next frame. @returns what the one before it was shown for; empty before the second frame */
  next(frame: Frame, at: number): Shown<Frame>[]
  /** Ends the last frame. @param at the recording's end */
  end(at: number): Shown<Frame>[]
} {
  let last: { frame: Frame; at: number } | null = null
  const until = (end: number): Shown<Frame>[] => {
    if (!last) return []
    const shown: Shown<Frame>[] = []
    for (let { at } = last; at < end;) {
      const to = Math.min(end, repeatAt(at))
      shown.push({ frame: last.frame, at, ms: to - at })
      at = to
    }
    return shown
  }
  return {
    next(frame, at) {
      const from = last ? Math.max(at, last.at + leastMs) : at
      const shown = until(from)
      last = { frame, at: from }
      return shown
    },
    end: (at) => (last ? until(Math.max(at, last.at + leastMs)) : []),
  }
}
