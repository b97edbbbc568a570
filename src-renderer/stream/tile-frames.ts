import type { Credit, Frame } from '../../src-shared/bridge/frame-packet'
import { jpegSize } from '../../src-shared/protocol/jpeg-size'
import {
  createSurfacePainter,
  type Kept,
  type PaintingOptions,
  type Surface,
  type SurfacePainter,
} from './surface-painter'

export interface TileFramesOptions extends PaintingOptions {
  tile: number
  /** Called once for each frame, when it is painted or dropped. */
  credit: (credit: Credit) => void
  /** Told when the newest frame turns out to be damaged, and when one after it does not. */
  onDamaged: (isDamaged: boolean) => void
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
  readonly #painters = new Map<Surface, SurfacePainter>()
  #last: Kept | null = null
  /** Of the frame that is under work: what `#last` was before it, whether it was taken to be decoded, and found damaged then. */
  #current: { before: Kept | null; isTaken: boolean; isDamaged: boolean } | null = null
  #waiting: Waiting | null = null
  #isDamaged = false
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

  /** Shows the tile on one more surface, at once when there has been a frame. Out of sight too: it may be scrolled into it. */
  add(surface: Surface): void {
    const painter = createSurfacePainter({
      ...this.#options,
      surface,
      newest: () => {
        if (!this.#isSeen(surface) && !this.#isBlank(surface)) return null
        if (this.#current) this.#current.isTaken = true
        return this.#last
      },
      isNewest: (kept) => kept === this.#last && this.#painters.has(surface),
      onDamaged: (kept) => {
        if (kept !== this.#last) return
        this.#last = this.#current?.before ?? kept
        if (this.#current) this.#current.isDamaged = true
        this.#setDamaged(true)
      },
    })
    this.#painters.set(surface, painter)
    if (this.#last && this.#isBlank(surface)) void painter.show()
    this.look(surface)
  }

  remove(surface: Surface): void {
    this.#painters.delete(surface)
  }

  /** While the page is not visible nothing is decoded. */
  set visible(visible: boolean) {
    if (visible === this.#visible) return
    this.#visible = visible
    // A browser may drop what a hidden page shows.
    for (const surface of this.#painters.keys()) this.repeat(surface)
  }

  /** A surface may not have its last picture any more. */
  repeat(surface: Surface): void {
    this.#painters.get(surface)?.lose()
    this.look(surface)
  }

  /** A surface has come into sight, or has another size: it shows the newest frame. */
  look(surface: Surface): void {
    if (!this.#isSeen(surface)) return
    if (this.#waiting && !this.#busy) void this.#work()
    else if (this.#last) void this.#painters.get(surface)?.show()
  }

  #isSeen(surface: Surface): boolean {
    return surface.seen && this.#isPainted(surface)
  }

  #isBlank(surface: Surface): boolean {
    return surface.blank && this.#isPainted(surface)
  }

  #isPainted(surface: Surface): boolean {
    return this.#visible && this.#painters.has(surface)
  }

  get #seen(): SurfacePainter[] {
    return [...this.#painters].flatMap(([surface, painter]) => (this.#isSeen(surface) ? [painter] : []))
  }

  async #work(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    for (let next = this.#waiting; next && this.#seen.length > 0; next = this.#waiting) {
      const { credit, kept } = next
      const current = { before: this.#last, isTaken: false, isDamaged: false }
      this.#waiting = null
      this.#current = current
      this.#last = kept
      await Promise.all(this.#seen.map((painter) => painter.show()))
      this.#current = null
      if (!current.isTaken) {
        // Nobody saw the tile any more when it was its turn.
        this.#last = current.before
        if (!this.#waiting) {
          this.#waiting = next
          continue
        }
      } else if (!current.isDamaged) this.#setDamaged(false)
      this.#options.credit(credit)
    }
    this.#busy = false
  }

  #setDamaged(isDamaged: boolean): void {
    if (isDamaged === this.#isDamaged) return
    this.#isDamaged = isDamaged
    this.#options.onDamaged(isDamaged)
  }
}
