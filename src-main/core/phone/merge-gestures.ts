import type { Gesture } from '../../../src-shared/features/gesture'
import { limits } from '../../../src-shared/protocol/limits'
import { fitsOneMessage } from '../../../src-shared/protocol/text-cut'

/**
 * Merges two gestures that wait one after the other: moves of a press into the last, notches of one direction and texts
 * into their sum, as far as one message carries (spec 8).
 * @returns null if both must be sent
 */
export function mergeGestures(first: Gesture, next: Gesture): Gesture | null {
  if (first.kind === 'pointer' && next.kind === 'pointer') {
    const areMoves = first.phase === 'move' && next.phase === 'move'
    return areMoves && first.press === next.press ? next : null
  }
  if (first.kind === 'text' && next.kind === 'text') {
    const text = first.text + next.text
    return fitsOneMessage(text) ? { kind: 'text', text } : null
  }
  if (first.kind !== 'scroll' || next.kind !== 'scroll' || Math.sign(first.dy) !== Math.sign(next.dy))
    return null
  const isSameScreen = first.space.width === next.space.width && first.space.height === next.space.height
  const dy = first.dy + next.dy
  return isSameScreen && Math.abs(dy) <= limits.scrollNotches ? { ...next, dy } : null
}
