import { limits } from '../../../src-shared/protocol/limits'

/** What a WheelEvent says about its size. */
interface WheelDelta {
  deltaY: number
  /** WheelEvent.deltaMode: 0 pixels, 1 lines, 2 pages. */
  deltaMode: number
  /** 120 for each detent of a mouse wheel, up is positive; not every engine has it. */
  wheelDeltaY?: number
}

const wheelDeltaPerNotch = 120
// What one notch amounts to in each mode when the event doesn't count detents.
const pixelsPerNotch = 100
// Chromium tells a pinch on a touchpad as a wheel; so many of its pixels are about an eighth of the size.
const pixelsPerPinchNotch = 12
const linesPerNotch = 3
const notchesPerPage = 8

/** Returns whether a wheel event is a step of a pinch: it claims a whole detent for a few pixels. */
const isPinch = (wheelDeltaY: number, deltaY: number) =>
  Math.abs(wheelDeltaY) === wheelDeltaPerNotch && Math.abs(deltaY) < pixelsPerPinchNotch

/** Returns whether wheelDeltaY counts detents, whole ones or parts of them. */
function countsDetents(wheelDeltaY: number, deltaY: number): boolean {
  const size = Math.abs(wheelDeltaY)
  if (size === 0) return false
  // Chromium on macOS makes wheelDeltaY of the pixels, times three.
  const isOfPixels = Math.abs(size - 3 * Math.abs(deltaY)) <= 1
  return size % wheelDeltaPerNotch === 0 || !isOfPixels
}

function notchesOf({ deltaY, deltaMode, wheelDeltaY = 0 }: WheelDelta): number {
  if (deltaMode === 1) return deltaY / linesPerNotch
  if (deltaMode === 2) return deltaY * notchesPerPage
  if (isPinch(wheelDeltaY, deltaY)) return deltaY / pixelsPerPinchNotch
  // A system scrolls as many pixels a detent as it likes, so detents count where they are known.
  if (countsDetents(wheelDeltaY, deltaY)) return -wheelDeltaY / wheelDeltaPerNotch
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
