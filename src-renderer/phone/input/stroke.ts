import type { Deed } from '../../../src-shared/protocol/action'
import { limits } from '../../../src-shared/protocol/limits'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import { pathAction } from '../../rules/screen-gesture'
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
export function strokeAction(points: readonly Point[], names: Vocabulary['path']): Deed | null {
  return points.length < limits.pathPointsMin ? null : pathAction(thinned(points), names)
}
