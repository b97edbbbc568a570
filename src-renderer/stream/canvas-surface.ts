import type { Size } from '../../src-shared/protocol/device'
import type { Surface } from './tile-frames'

/** A canvas of the page, painted by handing over whole bitmaps. */
export class CanvasSurface implements Surface {
  readonly tile: number
  prompt: boolean
  size: Size
  readonly #canvas: OffscreenCanvas
  readonly #context: ImageBitmapRenderingContext | null
  readonly #onFrameSize: (size: Size) => void
  #frame: Size = { width: 0, height: 0 }

  /** @param onFrameSize told when the surface first shows a frame, and when one has another size */
  constructor(
    options: { tile: number; canvas: OffscreenCanvas; size: Size; prompt: boolean },
    onFrameSize: (size: Size) => void,
  ) {
    this.tile = options.tile
    this.prompt = options.prompt
    this.size = options.size
    this.#canvas = options.canvas
    this.#context = options.canvas.getContext('bitmaprenderer', { alpha: false })
    this.#onFrameSize = onFrameSize
  }

  paint(bitmap: ImageBitmap, frame: Size): void {
    // A bitmap of another size does not resize the canvas in every Chromium: it would fill a corner of the last one.
    if (this.#canvas.width !== bitmap.width) this.#canvas.width = bitmap.width
    if (this.#canvas.height !== bitmap.height) this.#canvas.height = bitmap.height
    this.#context?.transferFromImageBitmap(bitmap)
    bitmap.close()
    if (frame.width === this.#frame.width && frame.height === this.#frame.height) return
    this.#frame = frame
    this.#onFrameSize(frame)
  }
}
