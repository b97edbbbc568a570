// What is on a phone's screen: its live frames, whether they stand still, and texts and pictures in them.
import type { Size } from '../../../../src-shared/protocol/device'
import type { Clock } from '../../base/clock'

/** A frame as the phone sent it. */
export interface ScreenFrame {
  jpeg: Buffer
  /** Of the frame, in snapshot pixels. */
  size: Size
  /** Counts the phone's changed frames. */
  number: number
}

/** How long a screen stays unchanged to be still, in ms. */
export const stillForMs = 500

/** One phone's screen, as its stream shows it. */
export class Screen {
  readonly #clock: Clock
  readonly #waiting = new Set<() => void>()
  #frame: ScreenFrame | null = null
  #isCurrent = false
  #received = 0
  /** Monotonic ms. */
  #changedAt = -Infinity

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The newest frame; null before the first one, and while the stream is interrupted. */
  get frame(): ScreenFrame | null {
    return this.#isCurrent ? this.#frame : null
  }

  /** The last frame there was, also of an interrupted stream. */
  get lastFrame(): ScreenFrame | null {
    return this.#frame
  }

  /** How many frames came with a change. */
  get changes(): number {
    return this.#frame?.number ?? 0
  }

  /** How many frames came, also unchanged ones. */
  get received(): number {
    return this.#received
  }

  /** How long until the screen is still, in ms; at most 0 when it is. Null while there is no current frame. */
  get stillInMs(): number | null {
    return this.#isCurrent ? Math.ceil(this.#changedAt + stillForMs - this.#clock.monotonic()) : null
  }

  offer(jpeg: Buffer, size: Size): void {
    this.#received += 1
    const isSame = this.#frame?.jpeg.equals(jpeg) === true
    if (isSame && this.#isCurrent) return
    if (!isSame) {
      this.#frame = { jpeg, size, number: (this.#frame?.number ?? 0) + 1 }
      this.#changedAt = this.#clock.monotonic()
    }
    this.#isCurrent = true
    this.#wake()
  }

  /** Input went to the phone: what it changes may not be seen yet. */
  touch(): void {
    this.#changedAt = this.#clock.monotonic()
  }

  /** The stream is interrupted: what it showed last may be old. */
  interrupt(): void {
    this.#isCurrent = false
    this.#changedAt = this.#clock.monotonic()
  }

  /** Waits for the next frame that shows a change, or for `ms`. @throws the reason of `stop` */
  next(ms: number, stop: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiting.delete(end)
        stop.removeEventListener('abort', end)
        cancelTimer()
        if (stop.aborted) reject(stop.reason as Error)
        else resolve()
      }
      const cancelTimer = this.#clock.after(Math.max(0, ms), end)
      this.#waiting.add(end)
      stop.addEventListener('abort', end, { once: true })
      if (stop.aborted) end()
    })
  }

  #wake(): void {
    for (const end of [...this.#waiting]) end()
  }
}

/**
 * Waits until the screen is still.
 * @param withinMs the longest wait
 * @returns whether it is
 * @throws the reason of `stop`
 */
export async function untilStill(
  screen: Screen,
  clock: Clock,
  withinMs: number,
  stop: AbortSignal,
): Promise<boolean> {
  const end = clock.monotonic() + withinMs
  for (;;) {
    const still = screen.stillInMs
    if (still !== null && still <= 0) return true
    const left = end - clock.monotonic()
    if (left <= 0) return false
    await screen.next(Math.min(still ?? left, left), stop)
  }
}

/**
 * Looks at frame after frame until one is as it should be. A frame that came in time is looked at in any case, so that a slow
 * computer changes no verdict.
 * @returns what `look` found; null when no frame was as it should be in time
 * @throws the reason of `stop`, and what `look` throws
 */
export async function untilSeen<Found>(
  screen: Screen,
  clock: Clock,
  withinMs: number,
  stop: AbortSignal,
  look: (frame: ScreenFrame) => Promise<Found | null>,
): Promise<Found | null> {
  const end = clock.monotonic() + withinMs
  let looked = 0
  for (;;) {
    const { frame } = screen
    if (frame && frame.number !== looked) {
      looked = frame.number
      const found = await look(frame)
      stop.throwIfAborted()
      if (found !== null) return found
      continue
    }
    const left = end - clock.monotonic()
    if (left <= 0) return null
    await screen.next(left, stop)
  }
}
