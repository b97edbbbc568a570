import type { Size } from '../../src-shared/protocol/device'
import type { JpegBytes } from './browser-bitmap'
import type { FrameDecoder } from './frame-decoder'

/** A decoded frame for one element of the page. Exactly one of the two is called: left alone it holds its memory. */
export interface Picture {
  paint(): void
  close(): void
}

/**
 * Decodes frames for one element of the page.
 * @param frame the size that the JPEG's header names
 * @param size of the picture, in device pixels
 * @throws when the bytes are damaged
 */
export type Decode = (jpeg: JpegBytes, frame: Size, size: Size) => Promise<Picture>

/** For a canvas, which is painted by handing over whole bitmaps. */
export function decodeForCanvas(canvas: OffscreenCanvas, decoder: FrameDecoder): Decode {
  const context = canvas.getContext('bitmaprenderer', { alpha: false })
  return async (jpeg, frame, size) => {
    const bitmap = await decoder.bitmap(jpeg, frame, size)
    return {
      paint() {
        // A bitmap of another size does not resize the canvas in every Chromium: it would fill a corner of the last one.
        if (canvas.width !== bitmap.width) canvas.width = bitmap.width
        if (canvas.height !== bitmap.height) canvas.height = bitmap.height
        context?.transferFromImageBitmap(bitmap)
        bitmap.close()
      },
      close: () => bitmap.close(),
    }
  }
}

/** For a video element: large pictures go to the compositor in YUV, which is cheaper than a bitmap (docs/performance.md). */
export function decodeForTrack(track: WritableStream<VideoFrame>, decoder: FrameDecoder): Decode {
  const writer = track.getWriter()
  return async (jpeg, frame, size) => {
    const image = await decoder.videoFrame(jpeg, frame, size)
    return {
      // The track closes what it takes; one that has ended takes nothing.
      paint: () => void writer.write(image).catch(() => image.close()),
      close: () => image.close(),
    }
  }
}
