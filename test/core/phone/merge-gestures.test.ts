import { expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/features/gesture'
import { mergeGestures } from '../../../src-main/core/phone/merge-gestures'

const space = { width: 100, height: 200 }
const pointer = (phase: 'down' | 'move' | 'up', x: number, press = 1): Gesture => ({
  ...{ kind: 'pointer', press, phase, x, y: 0, space },
})
const scroll = (dy: number, over = space): Gesture => ({ kind: 'scroll', x: 1, y: 1, dy, space: over })
const typed = (text: string): Gesture => ({ kind: 'text', text })

it.each<[string, Gesture, Gesture, Gesture | null]>([
  ['the last of two moves stands', pointer('move', 1), pointer('move', 2), pointer('move', 2)],
  ['moves of two presses both go', pointer('move', 1), pointer('move', 2, 2), null],
  ['a press and its release both go', pointer('down', 1), pointer('up', 1), null],
  ['notches of one direction add up', scroll(2), scroll(3), scroll(5)],
  ['notches back and forth both go', scroll(2), scroll(-3), null],
  ['notches on a turned screen both go', scroll(2), scroll(3, { width: 200, height: 100 }), null],
  ['more notches than a message carries both go', scroll(100), scroll(100), null],
  ['texts join', typed('a'), typed('b'), typed('ab')],
  ['more text than a message carries goes as two', typed('a'.repeat(4096)), typed('b'), null],
  ['a key between is never dropped', { kind: 'key', key: 'enter' }, typed('b'), null],
])('%s', (_, first, next, merged) => {
  expect(mergeGestures(first, next)).toEqual(merged)
})
