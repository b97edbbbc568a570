import type { Clock } from '../base/clock'

// What waits in the page for the next paint, and is on its way there and back, while it paints as fast as it can.
const onTheWayMs = 70
// What its decoders have to do meanwhile, and what a wall that begins to move is shown by.
const always = 16
const lookBackMs = 1000

/** How many frames may be under way to a page together: enough for it never to wait, and so few that none is old when it is painted. */
export interface FrameWindow {
  /** 16, and as many as it painted in 70 ms of the last second. */
  readonly size: number
  /** The page has painted or dropped a frame. */
  painted(): void
}

export function createFrameWindow(clock: Clock): FrameWindow {
  /** When, in monotonic ms, oldest first. */
  let paints: number[] = []

  return {
    get size() {
      const since = clock.monotonic() - lookBackMs
      paints = paints.filter((at) => at > since)
      return always + Math.floor((paints.length * onTheWayMs) / lookBackMs)
    },
    painted: () => void paints.push(clock.monotonic()),
  }
}
