import type { Size } from '../../../src-shared/protocol/device'
import { decodedSize, isSameSize } from './decode-scale'
import type { SurfaceState } from './messages'

// The compositor scales the old picture while a window is resized.
const restMs = 200

/** Delays a surface's new size until it rests, unless the present picture would be too small for it. */
export interface DebouncedSize {
  /** @param frame the size of the shown frame, in px; null before the first */
  change(state: SurfaceState, frame: Size | null): void
  stop(): void
}

/** @param onChange called with each state to use */
export function createDebouncedSize(
  first: SurfaceState,
  onChange: (state: SurfaceState) => void,
): DebouncedSize {
  let { room } = first
  let resting: ReturnType<typeof setTimeout> | undefined

  return {
    change(state, frame) {
      clearTimeout(resting)
      const take = () => {
        room = state.room
        onChange(state)
      }
      const isEnough = frame && isSameSize(decodedSize(frame, room), decodedSize(frame, state.room))
      if (!isEnough || isSameSize(room, state.room)) {
        take()
        return
      }
      onChange({ ...state, room })
      resting = setTimeout(take, restMs)
    },
    stop: () => clearTimeout(resting),
  }
}
