import { limits } from '../../src-shared/protocol/limits'

/** What a WheelEvent says about its size. */
interface WheelDelta {
  deltaY: number
  /** WheelEvent.deltaMode: 0 pixels, 1 lines, 2 pages. */
  deltaMode: number
}

// What one notch of a usual mouse wheel amounts to in each mode.
const pixelsPerNotch = 100
const linesPerNotch = 3
const notchesPerPage = 8

function notchesOf({ deltaY, deltaMode }: WheelDelta): number {
  if (deltaMode === 1) return deltaY / linesPerNotch
  if (deltaMode === 2) return deltaY * notchesPerPage
  return deltaY / pixelsPerNotch
}

/** Sums wheel deltas into whole notches; what is left over counts towards the next. Positive scrolls down. */
export interface WheelNotches {
  add(delta: WheelDelta): void
  /** The whole notches so far, at most ±20 (spec 8); they are then spent. */
  take(): number
  /** The wheel rests, or is over another phone: the rest of a notch is void. */
  reset(): void
}

export function createWheelNotches(): WheelNotches {
  let sum = 0
  return {
    add(delta) {
      const notches = notchesOf(delta)
      // Who turns back wants to go back, not to make up for the rest of a notch.
      if (sum * notches < 0) sum = 0
      sum += notches
    },
    take() {
      // Deltas such as 33.3 px must make a whole notch in the end.
      const whole = Math.trunc(sum + Math.sign(sum) * 1e-6)
      const notches = Math.max(-limits.scrollNotches, Math.min(limits.scrollNotches, whole))
      sum -= notches
      return notches === 0 ? 0 : notches
    },
    reset() {
      sum = 0
    },
  }
}
