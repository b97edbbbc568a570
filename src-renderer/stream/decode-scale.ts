import type { Size } from '../../src-shared/protocol/device'
import type { Eighths } from '../jpeg/jpeg-decoder'

const scales = [1, 2, 4] as const
// Of what is shown: nobody sees a twentieth more, and the next scale costs up to twice as much.
const enough = 0.95

export const isSameSize = (one: Size, other: Size): boolean =>
  one.width === other.width && one.height === other.height

/** The size in pixels of a frame that is decoded at n/8: exactly what the decoder yields at that scale. */
export function scaledSize(frame: Size, eighths: Eighths): Size {
  return { width: Math.ceil((frame.width * eighths) / 8), height: Math.ceil((frame.height * eighths) / 8) }
}

/** The size of a frame that is shown whole in a room, both in device pixels: whole ones. */
export function shownSize(frame: Size, room: Size): Size {
  const scale = Math.min(room.width / frame.width, room.height / frame.height)
  const pixels = (extent: number) => Math.max(1, Math.round(extent * scale))
  return { width: pixels(frame.width), height: pixels(frame.height) }
}

/** The size of a frame that is decoded for a room. */
export function decodedSize(frame: Size, room: Size): Size {
  return scaledSize(frame, decodeScale(frame, room))
}

/**
 * The size that a picture gets: just what is shown, so that the compositor does not filter it with each of its passes
 * (docs/performance.md), but never more than the frame, and not less than half of what is decoded at the smallest scale.
 */
export function pictureSize(frame: Size, room: Size): Size {
  const shown = shownSize(frame, room)
  const smallest = scaledSize(frame, 1)
  if (shown.width * 2 < smallest.width || shown.height * 2 < smallest.height) return smallest
  return shown.width > frame.width || shown.height > frame.height ? frame : shown
}

/** The size shown of a phone that is opened large: where its frame leaves a twentieth of the room at most, just the frame. */
export function largeSize(frame: Size, room: Size): Size {
  const shown = shownSize(frame, room)
  const fits = (extent: 'width' | 'height') =>
    frame[extent] <= room[extent] && frame[extent] >= Math.floor(shown[extent] * enough)
  return fits('width') && fits('height') ? frame : shown
}

/**
 * The smallest scale whose picture covers the box (in device pixels) in which the frame is shown whole.
 * @param share of the box that is enough
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
