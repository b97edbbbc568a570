import type { Credit, Frame } from '../../src-shared/bridge/frame-packet'
import type { Size } from '../../src-shared/protocol/device'
import type { JpegBytes } from './decode-frame'
import { jpegSize } from '../../src-shared/protocol/jpeg-size'

/** A canvas that shows a tile, seen from the frame path. Sizes are in device pixels. */
export interface Surface {
  readonly size: Size
  /** Takes every frame at once; other surfaces are paced. */
  readonly prompt: boolean
  /** Takes the bitmap over, and closes it. */
  paint(bitmap: ImageBitmap, frame: Size): void
}

export interface TileFramesOptions {
  tile: number
  decode: (jpeg: JpegBytes, frame: Size, box: Size) => Promise<ImageBitmap>
  /** Called once for each frame, when it is painted or dropped; `delayMs` paces the next one. */
  credit: (credit: Credit, delayMs: number) => void
  now: () => number
}

interface Kept {
  jpeg: JpegBytes
  size: Size
}

// Thumbnails change at most this often: a wall of 20 Hz pictures costs half of one of 60 Hz and looks alike.
const thumbnailIntervalMs = 50

/**
 * The frames of one phone: keeps the newest, decodes it for the surfaces that show it, gives its credit back. One frame
 * is decoded at a time; a newer one that comes meanwhile takes the place of any that waits.
 */
export class TileFrames {
  readonly #options: TileFramesOptions
  readonly #surfaces = new Set<Surface>()
  #last: Kept | null = null
  #waiting: Frame | null = null
  #busy = false
  #visible = true

  constructor(options: TileFramesOptions, visible: boolean) {
    this.#options = options
    this.#visible = visible
  }

  /** A frame that came in. */
  push(frame: Frame): void {
    if (this.#waiting) this.#giveBack(this.#waiting, 0)
    this.#waiting = frame
    void this.#work()
  }

  /** Shows the tile on one more surface, at once when there has been a frame. */
  add(surface: Surface): void {
    this.#surfaces.add(surface)
    void this.repaint(surface)
  }

  remove(surface: Surface): void {
    this.#surfaces.delete(surface)
  }

  set visible(visible: boolean) {
    if (visible === this.#visible) return
    this.#visible = visible
    if (visible) for (const surface of this.#surfaces) void this.repaint(surface)
  }

  /** Paints the last frame again: on a new surface, or at a new size. */
  async repaint(surface: Surface): Promise<void> {
    const kept = this.#last
    if (kept && this.#visible) await this.#paint(kept, surface)
  }

  async #work(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    for (let frame = this.#waiting; frame; frame = this.#waiting) {
      this.#waiting = null
      const startedAt = this.#options.now()
      await this.#show(frame)
      const prompt = [...this.#surfaces].some((surface) => surface.prompt)
      const spent = this.#options.now() - startedAt
      this.#giveBack(frame, prompt ? 0 : Math.max(0, thumbnailIntervalMs - spent))
    }
    this.#busy = false
  }

  async #show(frame: Frame): Promise<void> {
    const size = jpegSize(frame.jpeg)
    if (!size) return
    // A view of a batch would keep the whole batch alive.
    const kept = { jpeg: new Uint8Array(frame.jpeg), size }
    this.#last = kept
    if (!this.#visible) return
    await Promise.all([...this.#surfaces].map((surface) => this.#paint(kept, surface)))
  }

  async #paint(kept: Kept, surface: Surface): Promise<void> {
    const bitmap = await this.#decoded(kept, surface)
    if (!bitmap) return
    // While it was decoded, a newer frame may have been painted, or the surface may have gone.
    if (this.#last === kept && this.#surfaces.has(surface)) surface.paint(bitmap, kept.size)
    else bitmap.close()
  }

  /** Null for a damaged frame: the last picture stays. */
  async #decoded({ jpeg, size }: Kept, surface: Surface): Promise<ImageBitmap | null> {
    try {
      return await this.#options.decode(jpeg, size, surface.size)
    } catch {
      return null
    }
  }

  #giveBack(frame: Frame, delayMs: number): void {
    this.#options.credit({ tile: frame.tile, number: frame.number }, delayMs)
  }
}
