import { HOLD_MS } from '../screens/gesture'
import type { Handset } from '../screens/handset'
import type { Clock } from '../world/clock'

export interface Point {
  x: number
  y: number
}

const STEP_MS = 16
const TAP_MS = 50

// A busy computer passes the parts of an action on late. A real phone times it, so a short one must not become a hold.

/** Down and up at one place. */
export async function tap(handset: Handset, clock: Clock, at: Point, holdMs = TAP_MS): Promise<void> {
  handset.pointer(at.x, at.y, true, holdMs >= HOLD_MS)
  await clock.sleep(holdMs)
  handset.pointer(at.x, at.y, false)
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y)
}

/** The point at `share` (0 to 1) of the way along a line through `points`. */
function along(points: Point[], share: number): Point {
  const legs = points.slice(1).map((to, index) => ({ from: points[index] ?? to, to }))
  let left = legs.reduce((sum, leg) => sum + distance(leg.from, leg.to), 0) * share
  for (const { from, to } of legs) {
    const length = distance(from, to)
    if (length > 0 && left <= length) {
      const part = left / length
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
    }
    left -= length
  }
  return points.at(-1) ?? { x: 0, y: 0 }
}

/** One stroke at an even pace. @param points at least one, in snapshot pixels */
export async function stroke(
  handset: Handset,
  clock: Clock,
  points: Point[],
  durationMs: number,
): Promise<void> {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return
  handset.pointer(first.x, first.y, true, durationMs >= HOLD_MS)
  const steps = Math.max(1, Math.round(durationMs / STEP_MS))
  for (let step = 1; step <= steps; step++) {
    await clock.sleep(durationMs / steps)
    const { x, y } = along(points, step / steps)
    handset.pointer(x, y, true)
  }
  handset.pointer(last.x, last.y, false)
}
