import type { PressGesture } from '../../../../src-shared/features/gesture'
import type { Size } from '../../../../src-shared/protocol/device'
import { limits } from '../../../../src-shared/protocol/limits'
import type { Clock } from '../../time/clock'
import type { PercentPoint, RecordedInput } from '../language/recorded-input'
import type { Look, Seen } from './look'

/** A finger that moves less than this share of the screen has tapped. */
export const tapsWithin = 0.03
// A finger that goes this much farther than straight has drawn a line, as a share of the screen.
const drawnFrom = 0.2
const longPressMs = 500
// Longer than a long press usually takes.
const longHoldMs = 1000
// What a line may leave out, in percent of the screen.
const leftOut = 0.5

/** What a finger did, once it is up. */
export type Lifted =
  | { kind: 'tap' | 'long-press'; at: PercentPoint; holdMs?: number; seen: Promise<Seen> }
  | Extract<RecordedInput, { kind: 'swipe' | 'drag' | 'path' }>

interface Down {
  press: number
  atMs: number
  /** Where the finger was, from its first place on. */
  points: PercentPoint[]
  /** How far it has moved, in percent of the screen. */
  way: number
  /** When it left its first place; null while it is there. */
  leftAtMs: number | null
  /** What was under it. */
  seen: Promise<Seen>
}

export const percentOf = ({ x, y }: PercentPoint, { width, height }: Size): PercentPoint => ({
  x: (x / width) * 100,
  y: (y / height) * 100,
})
export const distanceOf = (one: PercentPoint, other: PercentPoint): number =>
  Math.hypot(other.x - one.x, other.y - one.y)

/** Follows the finger of one phone. */
export interface Finger {
  gesture(gesture: PressGesture): void
  /** Lifts a finger that is still down. */
  end(): void
}

export function createFinger(
  clock: Pick<Clock, 'monotonic'>,
  look: Pick<Look, 'at'>,
  onLifted: (lifted: Lifted) => void,
): Finger {
  let down: Down | null = null

  const follow = (begun: Down, at: PercentPoint) => {
    const [first = at] = begun.points
    begun.way += distanceOf(begun.points.at(-1) ?? at, at)
    begun.points.push(at)
    if (distanceOf(first, at) / 100 > tapsWithin) begun.leftAtMs ??= clock.monotonic()
  }
  const lift = ({ atMs, leftAtMs, points, way, seen }: Down): Lifted => {
    const ms = clock.monotonic() - atMs
    const [from = { x: 0, y: 0 }] = points
    const to = points.at(-1) ?? from
    const far = distanceOf(from, to)
    if (way - far > drawnFrom * 100) return { kind: 'path', points: lineOf(points) }
    if (far / 100 > tapsWithin)
      // What was held before it went is dragged along.
      return { kind: (leftAtMs ?? atMs) - atMs >= longPressMs ? 'drag' : 'swipe', from, to, durationMs: ms }
    const hold = ms >= longHoldMs ? { holdMs: ms } : {}
    return ms >= longPressMs
      ? { kind: 'long-press', at: from, seen, ...hold }
      : { kind: 'tap', at: from, seen }
  }
  const end = () => {
    if (down) onLifted(lift(down))
    down = null
  }

  return {
    gesture(gesture) {
      if (gesture.kind === 'release') {
        if (down?.press === gesture.press) end()
        down = null
        return
      }
      const { press, phase, space } = gesture
      const at = percentOf(gesture, space)
      if (phase === 'down')
        down = {
          ...{ press, atMs: clock.monotonic(), points: [at], way: 0, leftAtMs: null },
          seen: look.at(at, space),
        }
      else if (down?.press === press) follow(down, at)
      if (phase === 'up' && down?.press === press) end()
    },
    end,
  }
}

/** Leaves out what hardly changes a line, so that 2 to 200 points remain (spec 4.5). */
export function lineOf(points: readonly PercentPoint[]): PercentPoint[] {
  let line = simplified(points, leftOut)
  for (let most = leftOut * 2; line.length > limits.pathPointsMax; most *= 2) line = simplified(points, most)
  return line
}

/** Keeps the ends, and of what lies farther than `most` from the line between them the farthest. */
function simplified(points: readonly PercentPoint[], most: number): PercentPoint[] {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last || points.length < 3) return [...points]
  let [farthest, far] = [0, 0]
  for (const [index, point] of points.entries()) {
    const away = awayFrom(first, last, point)
    if (away > far) [farthest, far] = [index, away]
  }
  if (far <= most) return [first, last]
  return [
    ...simplified(points.slice(0, farthest + 1), most),
    ...simplified(points.slice(farthest), most).slice(1),
  ]
}

/** How far a point is from the stretch between two others, in percent of the screen. */
function awayFrom(from: PercentPoint, to: PercentPoint, point: PercentPoint): number {
  const length = distanceOf(from, to)
  if (length === 0) return distanceOf(from, point)
  const along = ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length ** 2
  const share = Math.min(1, Math.max(0, along))
  return distanceOf({ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }, point)
}
