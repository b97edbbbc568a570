import type { Size } from '../../../src-shared/protocol/device'
import type { Eighths } from '../../jpeg/jpeg-decoder'

const scales = [1, 2, 4] as const
// The share of the shown size that suffices: 5% of enlarging is invisible, and the next scale costs up to twice as much.
const enough = 0.95

export const isSameSize = (one: Size, other: Size): boolean =>
  one.width === other.width && one.height === other.height

/** Returns the exact size, in px, of a frame decoded at n/8. */
export function scaledSize(frame: Size, eighths: Eighths): Size {
  return { width: Math.ceil((frame.width * eighths) / 8), height: Math.ceil((frame.height * eighths) / 8) }
}

/** Returns the size of a frame shown whole in a room, both in whole device px. */
export function shownSize(frame: Size, room: Size): Size {
  const scale = Math.min(room.width / frame.width, room.height / frame.height)
  const pixels = (extent: number) => Math.max(1, Math.round(extent * scale))
  return { width: pixels(frame.width), height: pixels(frame.height) }
}

/** Returns the size at which a frame is decoded for a room. */
export function decodedSize(frame: Size, room: Size): Size {
  return scaledSize(frame, decodeScale(frame, room))
}

/**
 * Returns a picture's size: exactly the shown size, so that the compositor need not filter it at each pass,
 * at most the frame's, and at least half of the smallest scale's, which the decoder requires.
 */
export function pictureSize(frame: Size, room: Size): Size {
  const shown = shownSize(frame, room)
  const smallest = scaledSize(frame, 1)
  if (shown.width * 2 < smallest.width || shown.height * 2 < smallest.height) return smallest
  return shown.width > frame.width || shown.height > frame.height ? frame : shown
}

/** Returns the shown size of a large phone: the frame's own where it fills 95% of the room. */
export function largeSize(frame: Size, room: Size): Size {
  const shown = shownSize(frame, room)
  const fits = (extent: 'width' | 'height') =>
    frame[extent] <= room[extent] && frame[extent] >= Math.floor(shown[extent] * enough)
  return fits('width') && fits('height') ? frame : shown
}

/**
 * Returns the smallest scale whose picture covers the box (device px) in which the frame is shown whole.
 * @param share of the box to cover
 */
export function decodeScale(frame: Size, box: Size, share = enough): Eighths {
  const shown = Math.min(box.width / frame.width, box.height / frame.height)
  const covers = (eighths: Eighths) => {
    const { width, height } = scaledSize(frame, eighths)
    return (
      width >= Math.floor(frame.width * shown * share) && height >= Math.floor(frame.height * shown * share)
    )
  }
  return scales.find(covers) ?? 8
}
