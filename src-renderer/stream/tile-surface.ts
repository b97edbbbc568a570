import type { Size } from '../../src-shared/protocol/device'
import type { JpegBytes } from './browser-bitmap'
import { isSameSize, pictureSize } from './decode-scale'
import type { Pace, SurfaceState } from './messages'
import { createPaceMeter } from './pace-meter'
import type { Decode, Picture } from './picture'
import type { ShownFrame, Surface } from './surface-painter'

interface TileSurfaceOptions {
  tile: number
  decode: Decode
  state: SurfaceState
  /** Told when the surface first shows a frame, and when frame or picture has another size. */
  onShown: (frame: Size, picture: Size) => void
}

/** One element of the page that shows a tile. */
export class TileSurface implements Surface {
  readonly tile: number
  readonly #decode: Decode
  readonly #onShown: TileSurfaceOptions['onShown']
  readonly #meter = createPaceMeter(() => performance.now())
  #state: SurfaceState
  #frame: Size = { width: 0, height: 0 }
  #picture: Size = { width: 0, height: 0 }
  #receivedAt: number | null = null

  constructor({ tile, decode, state, onShown }: TileSurfaceOptions) {
    this.tile = tile
    this.#decode = decode
    this.#state = state
    this.#onShown = onShown
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

  pictureSize(frame: Size): Size {
    return pictureSize(frame, this.#state.room)
  }

  decode(jpeg: JpegBytes, frame: Size, size: Size): Promise<Picture> {
    return this.#decode(jpeg, frame, size)
  }

  shown({ size, receivedAt }: ShownFrame, picture: Size): void {
    // A picture that is painted once more, for another size, is no other frame.
    if (receivedAt !== this.#receivedAt) this.#meter.paint(Math.max(0, Date.now() - receivedAt))
    this.#receivedAt = receivedAt
    if (isSameSize(size, this.#frame) && isSameSize(picture, this.#picture)) return
    this.#frame = size
    this.#picture = picture
    this.#onShown(size, picture)
  }
}
