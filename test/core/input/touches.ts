import type { Gesture } from '../../../src-shared/features/gesture'
import type { InputQueues } from '../../../src-main/core/input/input-queue'
import type { Touch } from '../../../src-main/core/input/queued-input'

/** Makes gestures on phones without a press owner: presses of each phone's own pointer and of another phone's. */
export function createTouches(queues: Pick<InputQueues, 'of'>) {
  const touches = new Map<string, Touch>()
  return {
    make(publicId: string, gesture: Gesture, mirrored = false) {
      const mirroredBy = mirrored ? 'wall 1' : null
      if (!('press' in gesture)) {
        queues.of(publicId).gesture(gesture, mirroredBy)
        return
      }
      const key = `${publicId} ${mirrored}`
      const { press } = gesture
      const isDown = gesture.kind === 'pointer' && gesture.phase === 'down'
      const size = { width: 1, height: 1 }
      if (isDown) touches.set(key, { press, publicId, mirroredBy, size, state: 'waiting', lagMs: null })
      const touch = touches.get(key)
      if (touch) queues.of(publicId).press(touch, gesture)
    },
    /** Ends the press that another phone's pointer made last. */
    endMirrored(publicId: string): boolean {
      const touch = touches.get(`${publicId} true`)
      return touch ? queues.of(publicId).endPress(touch) : false
    },
  }
}
export type Touches = ReturnType<typeof createTouches>
