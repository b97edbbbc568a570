import type { Size } from '../../src-shared/protocol/device'

/** The scales, in eighths, at which libjpeg-turbo is cheaper than at full size. */
export type Eighths = 1 | 2 | 4 | 8

const scales = [1, 2, 4] as const
// Of what is shown: nobody sees a twentieth more, and the next scale costs up to twice as much.
const enough = 0.95

/** The size in pixels of a frame that is decoded at n/8: exactly what the decoder yields at that scale. */
export function scaledSize(frame: Size, eighths: Eighths): Size {
  return { width: Math.ceil((frame.width * eighths) / 8), height: Math.ceil((frame.height * eighths) / 8) }
}

/** The smallest scale whose picture covers the box (in device pixels) in which the frame is shown whole, but for a twentieth. */
export function decodeScale(frame: Size, box: Size): Eighths {
  const shown = Math.min(box.width / frame.width, box.height / frame.height)
  const covers = (eighths: Eighths) => {
    const { width, height } = scaledSize(frame, eighths)
    return (
      width >= Math.floor(frame.width * shown * enough) && height >= Math.floor(frame.height * shown * enough)
    )
  }
  return scales.find(covers) ?? 8
}
