import type { Gesture } from '../../../src-shared/bridge/gesture'
import type { Action } from '../../../src-shared/protocol/action'
import { limits } from '../../../src-shared/protocol/limits'
import type { Act, Answer } from './act-on-phone'
import { isInput } from '../phone/gesture-encoder'

/** What hands do on a phone, as it waits for its turn. All times are on the monotonic clock, in ms. */
export type QueuedInput = QueuedGesture | QueuedAction

export interface QueuedGesture {
  gesture: Gesture
  madeAt: number
  /** Of a text, when its last letter was made; of what is scrolled, its last notch. */
  endedAt: number
  /** It was made on another phone. */
  mirrored: boolean
}

export interface QueuedAction {
  action: Action
  madeAt: number
  by: Act
  mirrored: boolean
  /** Who asks tells what was not done. */
  tellsItself: boolean
  resolve: (answer: Answer) => void
  reject: (fault: unknown) => void
}

/** What only a press has: it must keep its times. */
export const isOfPress = ({ kind }: Gesture) => kind === 'pointer' || kind === 'release'
export const isOfPressStep = (step: QueuedInput): step is QueuedGesture =>
  'gesture' in step && isOfPress(step.gesture)
export const isDown = (gesture: Gesture) => gesture.kind === 'pointer' && gesture.pressed

/** Whether it is told when it is not done. */
export const isMissed = (step: QueuedInput) => ('action' in step ? !step.tellsItself : isInput(step.gesture))

/** Whether it is not meant without the input before it: what sets the phone's clipboard does nothing on its screen. */
export const leansOnInput = (step: QueuedAction) => isMissed(step) && step.action.type !== 'clipboard_set'

/** Makes one gesture of two that were made one behind the other, which costs less. @returns whether the first is both now */
export function merge(last: QueuedInput, next: QueuedInput): boolean {
  if (!('gesture' in last && 'gesture' in next) || last.mirrored !== next.mirrored) return false
  const both = merged(last.gesture, next.gesture)
  if (!both) return false
  last.gesture = both
  last.endedAt = next.endedAt
  return true
}

function merged(a: Gesture, b: Gesture): Gesture | null {
  if (a.kind === 'text' && b.kind === 'text') return { kind: 'text', text: a.text + b.text }
  if (a.kind !== 'scroll' || b.kind !== 'scroll' || Math.sign(a.dy) !== Math.sign(b.dy)) return null
  const isSameScreen = a.space.width === b.space.width && a.space.height === b.space.height
  const dy = a.dy + b.dy
  return isSameScreen && Math.abs(dy) <= limits.scrollNotches ? { ...b, dy } : null
}
