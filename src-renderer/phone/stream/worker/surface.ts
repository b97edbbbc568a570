import type { Size } from '../../../../src-shared/protocol/device'
import { isSameSize, pictureSize } from '../decode-scale'
import type { Pace, SurfaceState } from '../messages'
import type { JpegBytes } from './browser-bitmap'
import { createPaceMeter } from './pace-meter'
import type { Decode } from './picture'

/** A frame of a tile, still as JPEG. */
export interface KeptFrame {
  jpeg: JpegBytes
  /** In pixels. */
  size: Size
  /** When the frame came off the socket, in ms since the epoch. */
  receivedAt: number
}

/** The frames of the tile that a surface shows. */
export interface FrameSupply {
  /** Returns the frame to decode now; null while there is none, or the surface is out of sight. */
  take(surface: Surface): KeptFrame | null
  /** Whether a decoded frame may still be painted. */
  isNewest(frame: KeptFrame, surface: Surface): boolean
  reportDamage(frame: KeptFrame): void
}

export interface SurfaceOptions {
  tile: number
  state: SurfaceState
  decode: Decode
  /** Runs a thumbnail's decode when its turn comes. */
  decodeTurn: <T>(decode: () => Promise<T>) => Promise<T>
  /** Resolves when a thumbnail may be painted. */
  paintTurn: () => Promise<void>
  /** Called at the first frame, and when the size of frame or picture (device px) changes. */
  onShown: (frame: Size, picture: Size) => void
}

/** One element of the page that shows a tile: decodes the newest frame at its own size, one at a time, and paints it. */
export class Surface {
  readonly tile: number
  readonly #options: SurfaceOptions
  readonly #meter = createPaceMeter(() => performance.now())
  #state: SurfaceState
  #shown: { frame: Size; picture: Size; receivedAt: number } | null = null
  #begun: { frame: KeptFrame; size: Size } | null = null
  #waiting: Promise<void> | null = null
  #decoding: Promise<unknown> = Promise.resolve()
  #decodes = 0
  #painted = 0

  constructor(options: SurfaceOptions) {
    this.tile = options.tile
    this.#options = options
    this.#state = options.state
  }

  /** False while the surface is scrolled out of sight. */
  get seen(): boolean {
    return this.#state.seen
  }

  /** True until the first frame is shown. */
  get blank(): boolean {
    return this.#shown === null
  }

  get pace(): Pace {
    return this.#meter.read()
  }

  change(state: SurfaceState): void {
    this.#state = state
  }

  /**
   * Shows the newest frame; resolves when it, or a newer one, is painted or dropped. Decodes nothing when the surface
   * has it at this size. Calls during a decode, as while a window is resized, share one that takes frame and size then.
   */
  show(frames: FrameSupply): Promise<void> {
    return (this.#waiting ??= this.#paintNewest(frames))
  }

  /** Forgets what was painted, which may be lost, so that `show` paints it once more. */
  lose(): void {
    this.#begun = null
  }

  async #paintNewest(frames: FrameSupply): Promise<void> {
    const { decodeTurn, paintTurn } = this.#options
    const decode = () => this.#decodeNewest(frames)
    await this.#decoding
    const decoding = this.#state.prompt ? decode() : decodeTurn(decode)
    this.#decoding = decoding
    const decoded = await decoding
    if (!decoded) return
    if (!this.#state.prompt) await paintTurn()
    const { frame, number, size, picture } = decoded
    // A newer frame may have come by now, another size may be painted, or the surface may be gone.
    if (!frames.isNewest(frame, this) || number < this.#painted) return picture.close()
    this.#painted = number
    picture.paint()
    this.#noteShown(frame, size)
  }

  async #decodeNewest(frames: FrameSupply) {
    this.#waiting = null
    const frame = frames.take(this)
    if (!frame) return null
    const size = pictureSize(frame.size, this.#state.room)
    if (this.#begun?.frame === frame && isSameSize(this.#begun.size, size)) return null
    this.#begun = { frame, size }
    const number = ++this.#decodes
    try {
      return { frame, number, size, picture: await this.#options.decode(frame.jpeg, frame.size, size) }
    } catch {
      frames.reportDamage(frame)
      return null
    }
  }

  #noteShown({ size: frame, receivedAt }: KeptFrame, picture: Size): void {
    const before = this.#shown
    this.#shown = { frame, picture, receivedAt }
    // The same frame at another size counts once.
    if (receivedAt !== before?.receivedAt) this.#meter.paint(Math.max(0, Date.now() - receivedAt))
    if (before && isSameSize(frame, before.frame) && isSameSize(picture, before.picture)) return
    this.#options.onShown(frame, picture)
  }
}
