import type { Credit, Frame } from '../../../../src-shared/bridge/frame-packet'
import type { FrameSupply, KeptFrame, Surface } from './surface'

export interface TileFramesOptions {
  tile: number
  /** Called once a frame, when it is painted or dropped. */
  credit: (credit: Credit) => void
  /** Called when the newest frame proves damaged, and when a later one does not. */
  onDamaged: (isDamaged: boolean) => void
}

interface Waiting {
  credit: Credit
  frame: KeptFrame
}

/**
 * The frames of one phone: shows the newest on its surfaces, then returns its credit. One frame is in work at a time, and
 * a newer one replaces the one that waits. While the tile is out of sight its frame waits, and with it the credit, so that
 * the core sends no other.
 */
export class TileFrames {
  readonly #options: TileFramesOptions
  readonly #surfaces = new Set<Surface>()
  #last: KeptFrame | null = null
  /** The frame in work: `#last` before it, whether a surface took it, and whether it proved damaged. */
  #current: { before: KeptFrame | null; isTaken: boolean; isDamaged: boolean } | null = null
  #waiting: Waiting | null = null
  #isDamaged = false
  #busy = false
  #visible: boolean

  readonly #supply: FrameSupply = {
    take: (surface) => {
      if (!this.#isPainted(surface) || !(surface.seen || surface.blank)) return null
      if (this.#current) this.#current.isTaken = true
      return this.#last
    },
    isNewest: (frame, surface) => frame === this.#last && this.#surfaces.has(surface),
    reportDamage: (frame) => {
      if (frame !== this.#last) return
      this.#last = this.#current?.before ?? frame
      if (this.#current) this.#current.isDamaged = true
      this.#setDamaged(true)
    },
  }

  constructor(options: TileFramesOptions, visible: boolean) {
    this.#options = options
    this.#visible = visible
  }

  /** Takes a frame that came in. */
  push({ number, receivedAt, size, jpeg }: Frame): void {
    if (this.#waiting) this.#options.credit(this.#waiting.credit)
    const credit = { tile: this.#options.tile, number }
    // A view of a batch would keep the whole batch alive.
    this.#waiting = { credit, frame: { jpeg: new Uint8Array(jpeg), size, receivedAt } }
    void this.#work()
  }

  /** Shows the tile on one more surface: the last frame at once, even out of sight, as it may be scrolled in. */
  add(surface: Surface): void {
    this.#surfaces.add(surface)
    if (this.#last && surface.blank && this.#visible) void surface.show(this.#supply)
    this.look(surface)
  }

  remove(surface: Surface): void {
    this.#surfaces.delete(surface)
  }

  /** False while the page is hidden: nothing is decoded. */
  set visible(visible: boolean) {
    if (visible === this.#visible) return
    this.#visible = visible
    // A browser may drop the pictures of a hidden page.
    for (const surface of this.#surfaces) this.repeat(surface)
  }

  /** Shows the newest frame once more on a surface that may have lost it. */
  repeat(surface: Surface): void {
    surface.lose()
    this.look(surface)
  }

  /** Shows the newest frame on a surface that has come into sight or changed its size. */
  look(surface: Surface): void {
    if (!this.#isSeen(surface)) return
    if (this.#waiting && !this.#busy) void this.#work()
    else if (this.#last) void surface.show(this.#supply)
  }

  #isPainted(surface: Surface): boolean {
    return this.#visible && this.#surfaces.has(surface)
  }

  #isSeen(surface: Surface): boolean {
    return surface.seen && this.#isPainted(surface)
  }

  get #seen(): Surface[] {
    return [...this.#surfaces].filter((surface) => this.#isSeen(surface))
  }

  async #work(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    for (let next = this.#waiting; next && this.#seen.length > 0; next = this.#waiting) {
      const { credit, frame } = next
      const current = { before: this.#last, isTaken: false, isDamaged: false }
      this.#waiting = null
      this.#current = current
      this.#last = frame
      await Promise.all(this.#seen.map((surface) => surface.show(this.#supply)))
      this.#current = null
      if (!current.isTaken) {
        // The tile went out of sight before its turn: the frame waits on unless there is a newer one.
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
