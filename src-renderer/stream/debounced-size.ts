import type { Size } from '../../src-shared/protocol/device'
import { decodedSize, isSameSize } from './decode-scale'
import type { SurfaceState } from './messages'

// While a window is resized the compositor scales what is there: a still phone is decoded for its new size once that rests.
const restMs = 200

/** The room that a surface's phone is decoded for: another one holds once it rests, or at once where the picture would be too small. */
export interface DebouncedSize {
  /** @param frame the size of the frame that is shown; null before the first */
  change(state: SurfaceState, frame: Size | null): void
  stop(): void
}

/** @param tell told of each change, with the room that holds */
export function createDebouncedSize(first: SurfaceState, tell: (state: SurfaceState) => void): DebouncedSize {
  let { room } = first
  let resting: ReturnType<typeof setTimeout> | undefined

  return {
    change(state, frame) {
      clearTimeout(resting)
      const take = () => {
        room = state.room
        tell(state)
      }
      const isEnough = frame && isSameSize(decodedSize(frame, room), decodedSize(frame, state.room))
      if (!isEnough || isSameSize(room, state.room)) {
        take()
        return
      }
      tell({ ...state, room })
      resting = setTimeout(take, restMs)
    },
    stop: () => clearTimeout(resting),
  }
}
