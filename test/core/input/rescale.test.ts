import { expect, it } from 'vitest'
import { rescaleAction, rescaleGesture } from '../../../src-main/core/input/rescale'
import { words } from '../flows/run/flow-bench'

const small = { width: 100, height: 200 }
const large = { width: 300, height: 500 }

it.each([
  [0, 0],
  [99, 299],
  [50, 151],
  [1, 4],
])('maps column %i to the same place of a wider screen, and an edge to the edge', (x, across) => {
  const gesture = { kind: 'scroll', x, y: 0, dy: 1, space: small } as const
  expect(rescaleGesture(gesture, large)).toEqual({ ...gesture, x: across, space: large })
})

it('maps every point of an action, and leaves what has no place', () => {
  const scaled = (action: Parameters<typeof rescaleAction>[0]) =>
    rescaleAction(action, small, large, words.path)
  expect(scaled({ type: 'swipe', x1: 0, y1: 0, x2: 99, y2: 199 })).toMatchObject({ x2: 299, y2: 499 })
  const { points, x, y } = words.path
  const path = {
    type: 'path',
    [points]: [
      { [x]: 0, [y]: 199 },
      { [x]: 50, [y]: 0 },
    ],
  } as never
  expect(scaled(path)).toMatchObject({
    [points]: [
      { [x]: 0, [y]: 499 },
      { [x]: 151, [y]: 0 },
    ],
  })
  expect(scaled({ type: 'text', text: 'x' })).toEqual({ type: 'text', text: 'x' })
  expect(rescaleGesture({ kind: 'key', key: 'enter' }, large)).toEqual({ kind: 'key', key: 'enter' })
})
