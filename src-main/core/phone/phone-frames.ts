import type { TileState } from '../../../src-shared/features/tile-state'
import type { Size } from '../../../src-shared/protocol/device'
import { jpegSize } from '../../../src-shared/protocol/jpeg-size'
import type { CancelTimer, Clock } from '../time/clock'
import { createThrottle, type Throttle } from '../time/throttle'
import type { StreamFrame } from '../frames/frame-slot'

// The next frame replaces a damaged one.
const unreadableAfterMs = 1000
// How many times the pixels of its screen a phone's frame may have.
const mostOfScreen = 2
// Limits reports of a new size; credits limit frames only.
const sizeEveryMs = 250

const areaOf = ({ width, height }: Size) => width * height

export interface PhoneFramesOptions {
  clock: Clock
  /** Gets a frame that equals the one before as the same object (spec 4.10). Its bytes are there until the next one. */
  onFrame: (frame: StreamFrame) => void
  /** `state` has changed. */
  onChange: () => void
}

/** The frames of one phone's stream: the newest, its size, and whether they can be read. */
export class PhoneFrames {
  readonly #options: PhoneFramesOptions
  readonly #sizes: Throttle
  #newest: StreamFrame | null = null
  #snapshot: Size | null = null
  /** What the control channel says that frames have. */
  #ownSize: Size | null = null
  #logical: Size | null = null
  #isUnreadable = false
  #cancelUnreadable: CancelTimer | null = null

  constructor(options: PhoneFramesOptions) {
    this.#options = options
    this.#sizes = createThrottle(options.clock, sizeEveryMs, options.onChange)
  }

  /** The size of the newest frame; null before the first. */
  get size(): Size | null {
    return this.#newest?.size ?? null
  }

  /** What the tile says of them. */
  get state(): Pick<TileState, 'snapshot' | 'logical' | 'isUnreadable'> {
    return { snapshot: this.#snapshot, logical: this.#logical, isUnreadable: this.#isUnreadable }
  }

  /** @returns the bytes that are not needed any more: these, or those of the newest frame before */
  take(jpeg: Buffer, receivedAt: number): Buffer | undefined {
    const size = jpegSize(jpeg)
    // Not a picture of this phone: the last one stays.
    if (!size || this.#isOversized(size)) {
      this.#miss()
      return jpeg
    }
    this.#setUnreadable(false)
    const before = this.#newest
    const newest = before?.jpeg.equals(jpeg) ? before : { jpeg, size, receivedAt }
    this.#newest = newest
    this.#setSnapshot(size)
    this.#options.onFrame(newest)
    return newest === before ? jpeg : before?.jpeg
  }

  /** The control channel has named the sizes of the screen (ready, spec 6). */
  fit({ snapshot, logical }: { snapshot: Size; logical: Size }): void {
    this.#ownSize = snapshot
    this.#logical = logical
    this.#setSnapshot(snapshot)
  }

  /** The stream is not live: the next frame may be readable. */
  end(): void {
    this.#setUnreadable(false)
  }

  close(): void {
    this.#sizes.close()
  }

  /** Whether a frame is far larger than the phone's screen, however that is turned: it would only cost time. */
  #isOversized(size: Size): boolean {
    return this.#ownSize !== null && areaOf(size) > mostOfScreen * areaOf(this.#ownSize)
  }

  #setSnapshot(size: Size): void {
    if (this.#snapshot?.width === size.width && this.#snapshot.height === size.height) return
    this.#snapshot = size
    this.#sizes.note()
  }

  #miss(): void {
    if (this.#isUnreadable) return
    this.#cancelUnreadable ??= this.#options.clock.after(unreadableAfterMs, () => this.#setUnreadable(true))
  }

  #setUnreadable(now: boolean): void {
    this.#cancelUnreadable?.()
    this.#cancelUnreadable = null
    if (this.#isUnreadable === now) return
    this.#isUnreadable = now
    this.#options.onChange()
  }
}
