import { z } from 'zod'
import type { Gesture } from '../../../src-shared/features/gesture'
import type { Action } from '../../../src-shared/protocol/action'
import type { Size } from '../../../src-shared/protocol/device'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'

/**
 * The pixel of a screen of another size whose place is that of this one: the centre of a pixel decides, and an edge stays
 * an edge, for some gestures begin there.
 */
function rescale(at: number, from: number, to: number): number {
  if (at === 0) return 0
  if (at === from - 1) return to - 1
  return Math.min(to - 1, Math.floor(((2 * at + 1) * to) / (2 * from)))
}

/** Maps a gesture to a screen of another size, in snapshot pixels. */
export function rescaleGesture<G extends Gesture>(gesture: G, to: Size): G {
  if (!('space' in gesture)) return gesture
  const { x, y, space } = gesture
  return {
    ...gesture,
    x: rescale(x, space.width, to.width),
    y: rescale(y, space.height, to.height),
    space: to,
  }
}

/**
 * The same action on a screen of another size. Snapshot pixels.
 * @param names what the service calls the parts of a path
 */
export function rescaleAction(action: Action, from: Size, to: Size, names: Vocabulary['path']): Action {
  const across = (x: number) => rescale(x, from.width, to.width)
  const down = (y: number) => rescale(y, from.height, to.height)
  switch (action.type) {
    case 'tap':
    case 'double_tap':
    case 'long_press':
    case 'scroll':
      return { ...action, x: across(action.x), y: down(action.y) }
    case 'swipe':
    case 'drag':
      return {
        ...action,
        x1: across(action.x1),
        y1: down(action.y1),
        x2: across(action.x2),
        y2: down(action.y2),
      }
    case 'path': {
      const points = z.array(z.record(z.string(), z.number())).parse(action[names.points])
      return {
        ...action,
        [names.points]: points.map((point) => ({
          ...point,
          [names.x]: across(point[names.x] ?? 0),
          [names.y]: down(point[names.y] ?? 0),
        })),
      }
    }
    default:
      return action
  }
}
