import { endsPress, type Gesture } from '../../../src-shared/features/gesture'
import type { PageId } from '../../../src-shared/bridge/page-id'
import type { Size } from '../../../src-shared/protocol/device'
import type { Action } from '../../../src-shared/protocol/action'
import { mergeGestures } from '../phone/merge-gestures'
import type { Act, Answer } from './act-on-phone'

/** A press as one phone has it. */
export interface Touch {
  /** Counted over all pages; gestures carry this number from here on. */
  readonly press: number
  readonly publicId: string
  /** The page in which it was made on another phone; null for one that was made on this phone. */
  readonly mirroredBy: PageId | null
  /** The screen that was pressed, in snapshot pixels. */
  readonly size: Size
  /** `waiting` in the phone's queue, `down` on its screen, or `over`: lifted, cancelled or dropped. */
  state: 'waiting' | 'down' | 'over'
  /** How much later than the pointer it goes out, in ms; null for a press that waited for nothing. */
  lagMs: number | null
}

/** An input as it waits for its turn on a phone. All times are monotonic ms. */
export type QueuedInput = QueuedGesture | QueuedAction

export interface QueuedGesture {
  gesture: Gesture
  /** The press that it is part of; null for any other gesture. */
  touch: Touch | null
  madeAt: number
  /** When the last letter or notch of a merged gesture was made. */
  endedAt: number
  /** As for a touch. */
  mirroredBy: PageId | null
}

export interface QueuedAction {
  action: Action
  madeAt: number
  by: Act
  mirroredBy: PageId | null
  /** Whether the caller reports what is not sent. */
  reportsItself: boolean
  resolve: (answer: Answer) => void
  reject: (fault: unknown) => void
}

/** Whether the queue reports it when it is not sent. */
export const isReported = (input: QueuedInput) =>
  'action' in input ? !input.reportsItself : !endsPress(input.gesture)

/** Whether it depends on the input before it: setting the clipboard changes nothing on the screen. */
export const dependsOnInput = (input: QueuedAction) =>
  isReported(input) && input.action.type !== 'clipboard_set'

/** Merges `next` into `last` if possible; a press keeps each move, because it keeps its times. @returns true if merged */
export function mergeInto(last: QueuedInput, next: QueuedInput): boolean {
  if ('action' in last || 'action' in next || last.touch || last.mirroredBy !== next.mirroredBy) return false
  const merged = mergeGestures(last.gesture, next.gesture)
  if (!merged) return false
  last.gesture = merged
  last.endedAt = next.endedAt
  return true
}
