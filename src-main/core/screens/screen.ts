import type { Size } from '../../../src-shared/protocol/device'
import type { FrameSink, Shown } from '../frames/live-frames'
import { LookFailed } from '../pictures/looks'
import type { Clock } from '../time/clock'
import { onAbort } from '../time/on-abort'
import type { Turns } from '../time/turns'
import { waitFor } from '../time/wait-for'

/** A frame as the phone sent it. */
export interface ScreenFrame {
  jpeg: Buffer
  /** Of the frame, in snapshot pixels. */
  size: Size
  /** Counts the phone's changed frames. */
  number: number
}

/** How often frames are looked at. */
export interface Looks {
  /** A screen that never rests is looked at so often, in ms. */
  everyMs: number
  /** Left out: a look waits for no other screen’s. */
  turns?: Pick<Turns, 'enter'>
}

/** How long a screen stays unchanged to be still, in ms. */
const stillForMs = 500
// An interrupted stream extends a wait by at most this long.
const longestInterruptionMs = 60_000
const lookEveryMs = 250

/** What is on one phone's screen: its newest frame, whether it stands still, and waits for what it will show. */
export class Screen implements FrameSink {
  readonly #clock: Clock
  readonly #waiting = new Set<() => void>()
  #frame: ScreenFrame | null = null
  #isCurrent = false
  /** Monotonic ms. */
  #changedAt = -Infinity
  #interruptedAt: number
  #interruptedMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#interruptedAt = clock.monotonic()
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

  /** How long until the screen was still for `forMs`; at most 0 when it was. Null while there is no current frame. */
  stillInMs(forMs = stillForMs): number | null {
    return this.#isCurrent ? Math.ceil(this.#changedAt + forMs - this.#clock.monotonic()) : null
  }

  push({ jpeg, size }: Shown): void {
    const isSame = this.#frame?.jpeg === jpeg
    if (isSame && this.#isCurrent) return
    if (!isSame) this.#frame = { jpeg, size, number: this.changes + 1 }
    this.#interruptedMs = this.#interruptedSoFar
    this.#changedAt = this.#clock.monotonic()
    this.#isCurrent = true
    for (const end of [...this.#waiting]) end()
  }

  /** Input went to the phone: what it changes may not be seen yet. */
  touch(): void {
    this.#changedAt = this.#clock.monotonic()
  }

  interrupt(): void {
    if (this.#isCurrent) this.#interruptedAt = this.#clock.monotonic()
    this.#isCurrent = false
  }

  /** Waits for the next frame that shows a change, or for `ms`. @throws the reason of `stop` */
  next(ms: number, stop: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiting.delete(end)
        off()
        cancelTimer()
        if (stop.aborted) reject(stop.reason as Error)
        else resolve()
      }
      const cancelTimer = this.#clock.after(Math.max(0, ms), end)
      this.#waiting.add(end)
      const off = onAbort(stop, end)
      if (stop.aborted) end()
    })
  }

  /**
   * Waits until the screen was still for `forMs`.
   * @param withinMs the longest wait, beside the time of an interrupted stream
   * @returns whether it was
   * @throws the reason of `stop`
   */
  async untilStill(withinMs: number, stop: AbortSignal, forMs?: number): Promise<boolean> {
    const leftMs = this.#countDown(withinMs)
    for (;;) {
      const still = this.stillInMs(forMs)
      if (still !== null && still <= 0) return true
      const left = leftMs()
      if (left <= 0) return false
      await this.next(Math.min(still ?? Infinity, this.#restMs(left)), stop)
    }
  }

  /**
   * Looks at the newest frame, again and again, until one is as it should be. It always looks at the last frame in time: a
   * slow computer changes no verdict. It looks at none after that: a moving screen does not keep a step for ever.
   * @param withinMs as in `untilStill`
   * @param looks left out: each frame is looked at as soon as the look before has ended
   * @returns what `look` found; null when no frame was as it should be in time
   * @throws the reason of `stop`, and what `look` throws; LookFailed only when it is of the last frame
   */
  async untilSeen<Found>(
    withinMs: number,
    stop: AbortSignal,
    look: (frame: ScreenFrame) => Promise<Found | null>,
    looks?: Looks,
  ): Promise<Found | null> {
    const leftMs = this.#countDown(withinMs)
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
      if (this.frame && this.frame.number !== looked) {
        const leave = await looks?.turns?.enter(stop)
        const at = this.#clock.monotonic()
        let found: Found | null = null
        failed = null
        try {
          // The newest one by now.
          const { frame } = this
          looked = frame?.number ?? looked
          if (frame) found = await look(frame).catch(passing)
        } finally {
          leave?.()
        }
        stop.throwIfAborted()
        if (found !== null) return found
        if (looks) await this.#pause(at + looks.everyMs, stop)
        if (left > 0) continue
      }
      if (left <= 0) {
        if (failed) throw failed
        return null
      }
      await this.next(this.#restMs(left), stop)
    }
  }

  /** How long the stream has been interrupted altogether, in ms. */
  get #interruptedSoFar(): number {
    return this.#interruptedMs + (this.#isCurrent ? 0 : this.#clock.monotonic() - this.#interruptedAt)
  }

  /** Counts a wait down. The time during which the stream is interrupted does not count, up to a minute. */
  #countDown(ms: number): () => number {
    const [from, before] = [this.#clock.monotonic(), this.#interruptedSoFar]
    return () => {
      const interrupted = Math.min(longestInterruptionMs, this.#interruptedSoFar - before)
      return ms + interrupted - (this.#clock.monotonic() - from)
    }
  }

  /** How long to wait for a frame: while none comes, what is left of a wait changes. */
  #restMs(leftMs: number): number {
    return this.#isCurrent || leftMs === Infinity ? leftMs : lookEveryMs
  }

  /** @param until in monotonic ms @throws the reason of `stop` */
  #pause(until: number, stop: AbortSignal): Promise<void> {
    const ms = Math.max(0, until - this.#clock.monotonic())
    return waitFor(this.#clock, ms, stop)
  }
}
