import type { Size } from '../../src-shared/protocol/device'
import type { JpegBytes } from './decode-frame'
import { decodeScale, type Eighths } from './decode-scale'
import type { Pace, SurfaceState } from './messages'
import { createPaceMeter } from './pace-meter'
import type { Decode, Picture } from './picture'
import type { ShownFrame, Surface } from './surface-painter'

interface TileSurfaceOptions {
  tile: number
  decode: Decode
  state: SurfaceState
  /** Told when the surface first shows a frame, and when one has another size. */
  onFrameSize: (size: Size) => void
}

const isSame = (one: Size, other: Size) => one.width === other.width && one.height === other.height

/** One element of the page that shows a tile. */
export class TileSurface implements Surface {
  readonly tile: number
  readonly #decode: Decode
  readonly #onFrameSize: (size: Size) => void
  readonly #meter = createPaceMeter(() => performance.now())
  #state: SurfaceState
  #frame: Size = { width: 0, height: 0 }
  #receivedAt: number | null = null

  constructor({ tile, decode, state, onFrameSize }: TileSurfaceOptions) {
    this.tile = tile
    this.#decode = decode
    this.#state = state
    this.#onFrameSize = onFrameSize
  }

  get prompt(): boolean {
    return this.#state.prompt
  }

  get seen(): boolean {
    return this.#state.seen
  }

  get blank(): boolean {
    return this.#frame.width === 0
  }

  get pace(): Pace {
    return this.#meter.read()
  }

  change(state: SurfaceState): void {
    this.#state = state
  }

  scale(frame: Size): Eighths {
    return decodeScale(frame, this.#state.size)
  }

  decode(jpeg: JpegBytes, frame: Size, scale: Eighths): Promise<Picture> {
    return this.#decode(jpeg, frame, scale)
  }

  shown({ size, receivedAt }: ShownFrame): void {
    // A picture that is painted once more, for another size, is no other frame.
    if (receivedAt !== this.#receivedAt) this.#meter.paint(Math.max(0, Date.now() - receivedAt))
    this.#receivedAt = receivedAt
    if (isSame(size, this.#frame)) return
    this.#frame = size
    this.#onFrameSize(size)
  }
}
