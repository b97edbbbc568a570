import type { Action } from '../../src-shared/protocol/action'
import { limits } from '../../src-shared/protocol/limits'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'
import type { Point } from './geometry'

/** As many of the points as one path may have, evenly over all of them, with the first and the last (spec 8). */
export function thinned(points: readonly Point[]): Point[] {
  const most = limits.pathPointsMax
  if (points.length <= most) return [...points]
  const last = points.length - 1
  return Array.from({ length: most }, (_, index) => points[Math.round((index * last) / (most - 1))]).filter(
    (point) => point !== undefined,
  )
}

/** What was drawn, as one action in the words of the vocabulary; null for too few points (spec 4.5). */
export function pathAction(points: readonly Point[], names: Vocabulary['path']): Action | null {
  if (points.length < limits.pathPointsMin) return null
  return {
    type: 'path',
    [names.points]: thinned(points).map(({ x, y }) => ({ [names.x]: x, [names.y]: y })),
  }
}
