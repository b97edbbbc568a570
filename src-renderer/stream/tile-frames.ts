import type { Credit, Frame } from '../../src-shared/bridge/frame-packet'
import type { Size } from '../../src-shared/protocol/device'
import { jpegSize } from '../../src-shared/protocol/jpeg-size'
import type { JpegBytes } from './decode-frame'
import type { Picture } from './picture'

/** What a surface is told of a frame that it shows. */
export interface ShownFrame {
  size: Size
  /** When it came off the socket, in ms since the epoch. */
  receivedAt: number
}

/** An element of the page that shows a tile, seen from the frame path. */
export interface Surface {
  /** Shows every frame at once; other surfaces are paced. */
  readonly prompt: boolean
  /** False while it is scrolled out of sight. */
  readonly seen: boolean
  /** @throws when the bytes are damaged */
  decode(jpeg: JpegBytes, frame: Size): Promise<Picture>
  /** Told of each frame that was painted. */
  shown(frame: ShownFrame): void
}

export interface TileFramesOptions {
  tile: number
  /** Runs a decode when its turn comes. */
  schedule: <T>(prompt: boolean, decode: () => Promise<T>) => Promise<T>
  /** Resolves when a picture may be painted. */
  paintTurn: (prompt: boolean) => Promise<void>
  /** Called once for each frame, when it is painted or dropped. */
  credit: (credit: Credit) => void
}

interface Kept extends ShownFrame {
  jpeg: JpegBytes
}

interface Waiting {
  credit: Credit
  kept: Kept
}

/**
 * The frames of one phone: keeps the newest, has it decoded for the surfaces that show it, gives its credit back. One
 * frame is under work at a time; a newer one that comes meanwhile takes the place of any that waits. While nobody sees the
 * tile its frame waits, and with it the credit, so that no other is sent.
 */
export class TileFrames {
  readonly #options: TileFramesOptions
  readonly #surfaces = new Set<Surface>()
  #last: Kept | null = null
  #waiting: Waiting | null = null
  #busy = false
  #visible = true

  constructor(options: TileFramesOptions, visible: boolean) {
    this.#options = options
    this.#visible = visible
  }

  /** A frame that came in. What is no whole JPEG, or claims an absurd size, ends here: the last picture stays. */
  push({ number, receivedAt, jpeg }: Frame): void {
    const credit = { tile: this.#options.tile, number }
    const size = jpegSize(jpeg)
    if (!size) return this.#options.credit(credit)
    if (this.#waiting) this.#options.credit(this.#waiting.credit)
    // A view of a batch would keep the whole batch alive.
    this.#waiting = { credit, kept: { jpeg: new Uint8Array(jpeg), size, receivedAt } }
    void this.#work()
  }

  /** Shows the tile on one more surface, at once when there has been a frame. */
  add(surface: Surface): void {
    this.#surfaces.add(surface)
    this.look(surface)
  }

  remove(surface: Surface): void {
    this.#surfaces.delete(surface)
  }

  /** While the page is not visible nothing is decoded. */
  set visible(visible: boolean) {
    if (visible === this.#visible) return
    this.#visible = visible
    for (const surface of this.#surfaces) this.look(surface)
  }

  /** A surface has come into sight, or has another size: it shows the newest frame. */
  look(surface: Surface): void {
    if (!this.#isSeen(surface)) return
    if (this.#waiting && !this.#busy) void this.#work()
    else if (this.#last) void this.#paint(this.#last, surface)
  }

  #isSeen(surface: Surface): boolean {
    return this.#visible && surface.seen
  }

  get #seen(): Surface[] {
    return [...this.#surfaces].filter((surface) => this.#isSeen(surface))
  }

  async #work(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    for (let next = this.#waiting; next && this.#seen.length > 0; next = this.#waiting) {
      const { credit, kept } = next
      this.#waiting = null
      this.#last = kept
      await Promise.all(this.#seen.map((surface) => this.#paint(kept, surface)))
      this.#options.credit(credit)
    }
    this.#busy = false
  }

  async #paint(kept: Kept, surface: Surface): Promise<void> {
    const picture = await this.#decoded(kept, surface)
    if (!picture) return
    await this.#options.paintTurn(surface.prompt)
    // Meanwhile a newer frame may have been painted, or the surface may have gone.
    if (this.#last !== kept || !this.#surfaces.has(surface)) return picture.close()
    picture.paint()
    surface.shown(kept)
  }

  /** Null for a damaged frame: the last picture stays. */
  async #decoded({ jpeg, size }: Kept, surface: Surface): Promise<Picture | null> {
    try {
      return await this.#options.schedule(surface.prompt, () => surface.decode(jpeg, size))
    } catch {
      return null
    }
  }
}
