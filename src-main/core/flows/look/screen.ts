// What is on a phone's screen: its live frames, whether they stand still, and texts and pictures in them.
import type { Size } from '../../../../src-shared/protocol/device'
import type { Clock } from '../../time/clock'
import { LookFailed } from '../../pictures/looks'

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
// An interrupted stream extends a wait by at most this long.
const longestInterruptionMs = 60_000
// While nothing comes, what is left of a wait changes.
const lookEveryMs = 250

/** One phone's screen, as its stream shows it. */
export class Screen {
  readonly #clock: Clock
  readonly #waiting = new Set<() => void>()
  readonly #watchers = new Set<(frame: Pick<ScreenFrame, 'jpeg' | 'size'>) => void>()
  #frame: ScreenFrame | null = null
  #isCurrent = false
  #received = 0
  /** Monotonic ms. */
  #changedAt = -Infinity
  #interruptedAt: number
  #interruptedMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#interruptedAt = clock.monotonic()
  }

  /** How long the stream has been interrupted altogether, in ms. */
  get interruptedMs(): number {
    return this.#interruptedMs + (this.#isCurrent ? 0 : this.#clock.monotonic() - this.#interruptedAt)
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
    for (const watcher of [...this.#watchers]) watcher({ jpeg, size })
    const isSame = this.#frame?.jpeg.equals(jpeg) === true
    if (isSame && this.#isCurrent) return
    if (!isSame) {
      this.#frame = { jpeg, size, number: (this.#frame?.number ?? 0) + 1 }
      this.#changedAt = this.#clock.monotonic()
    }
    if (!this.#isCurrent) this.#interruptedMs += this.#clock.monotonic() - this.#interruptedAt
    this.#isCurrent = true
    this.#wake()
  }

  /** Calls with every frame that comes, also an unchanged one. @returns ends that */
  onFrame(watcher: (frame: Pick<ScreenFrame, 'jpeg' | 'size'>) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Input went to the phone: what it changes may not be seen yet. */
  touch(): void {
    this.#changedAt = this.#clock.monotonic()
  }

  /** The stream is interrupted: what it showed last may be old. */
  interrupt(): void {
    if (this.#isCurrent) this.#interruptedAt = this.#clock.monotonic()
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

/** Counts a wait down. The time during which the stream is interrupted does not count, up to a minute. */
function countDown(screen: Screen, clock: Clock, ms: number): () => number {
  const [from, before] = [clock.monotonic(), screen.interruptedMs]
  return () => {
    const interrupted = Math.min(longestInterruptionMs, screen.interruptedMs - before)
    return ms + interrupted - (clock.monotonic() - from)
  }
}

/**
 * Waits until the screen is still.
 * @param withinMs the longest wait, beside the time of an interrupted stream
 * @returns whether it is
 * @throws the reason of `stop`
 */
export async function untilStill(
  screen: Screen,
  clock: Clock,
  withinMs: number,
  stop: AbortSignal,
): Promise<boolean> {
  const leftMs = countDown(screen, clock, withinMs)
  for (;;) {
    const still = screen.stillInMs
    if (still !== null && still <= 0) return true
    const left = leftMs()
    if (left <= 0) return false
    await screen.next(still === null ? lookEveryMs : Math.min(still, left), stop)
  }
}

/**
 * Looks at frame after frame until one is as it should be. The newest frame at the end is looked at in any case, so that a
 * slow computer changes no verdict; none after it, so that a screen that always moves does not keep a step for ever.
 * @returns what `look` found; null when no frame was as it should be in time
 * @throws the reason of `stop`, and what `look` throws; LookFailed only when it is of the last frame
 */
export async function untilSeen<Found>(
  screen: Screen,
  clock: Clock,
  withinMs: number,
  stop: AbortSignal,
  look: (frame: ScreenFrame) => Promise<Found | null>,
): Promise<Found | null> {
  const leftMs = countDown(screen, clock, withinMs)
  let looked = 0
  let failed: LookFailed | null = null
  /** One frame that can't be looked at, such as a film's, says nothing about the next. */
  const passing = (error: unknown) => {
    if (!(error instanceof LookFailed)) throw error
    failed = error
    return null
  }
  for (;;) {
    const left = leftMs()
    const { frame } = screen
    if (frame && frame.number !== looked) {
      looked = frame.number
      failed = null
      const found = await look(frame).catch(passing)
      stop.throwIfAborted()
      if (found !== null) return found
      if (left > 0) continue
    }
    if (left <= 0) {
      if (failed) throw failed
      return null
    }
    await screen.next(frame ? left : lookEveryMs, stop)
  }
}
