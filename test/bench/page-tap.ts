import type { Page, Worker } from 'playwright-core'

/** What the page, or its worker, notes while it is measured. Times in ms since the epoch, with their fractions. */
interface PaintLog {
  times: number[]
  /** When each canvas was painted last. */
  paintedAt: Map<unknown, number>
  /** The canvas that was painted last. */
  last: unknown
  /** The canvas whose paints are waited for; null for any. */
  followed: unknown
  /** Called once, with the next awaited paint. */
  wake: ((at: number) => void) | null
}

declare global {
  var fleetwallBenchPaints: PaintLog
  var fleetwallBenchTouches: number[]
}

/** A call by which a frame is put on a canvas, or on a video element. */
export interface PaintCall {
  owner: 'CanvasRenderingContext2D' | 'ImageBitmapRenderingContext' | 'WritableStreamDefaultWriter'
  method: 'drawImage' | 'transferFromImageBitmap' | 'write'
  /**
   * Reads a pixel back before a paint counts: drawImage only notes what to draw, and the picture is decoded when the
   * canvas is next needed. It shows when a paint is really done, and costs what must not be counted under load.
   */
  readsBack: boolean
}

/** Counts the frames that are painted, from outside of what is measured. */
export interface PaintTap {
  /** Frames that stayed on their canvas for one refresh at least, from one time to another; all of them without times. */
  count(from?: number, to?: number): Promise<number>
  /** When the next frame is painted. */
  next(): Promise<number>
  /** What `next` waits for from now on: the canvas that was painted last, or any. */
  follow(which: 'last' | 'any'): Promise<void>
}

/** The calls by which the app's frame worker paints. */
export const appPaints: readonly PaintCall[] = [
  { owner: 'ImageBitmapRenderingContext', method: 'transferFromImageBitmap', readsBack: false },
  { owner: 'WritableStreamDefaultWriter', method: 'write', readsBack: false },
]

type Painter = (...args: unknown[]) => unknown
type Painted = { prototype: Record<string, Painter> }

// Functions that are evaluated in the page hold no named functions: tsx would have them call a helper of its own.

/** Wraps the painting calls where the canvases are painted. */
export async function tapPaints(place: Page | Worker, calls: readonly PaintCall[]): Promise<PaintTap> {
  const evaluate: Worker['evaluate'] = place.evaluate.bind(place)
  await evaluate(
    (wrapped: readonly PaintCall[]) => {
      const refreshMs = 1000 / 60
      const log: PaintLog = { times: [], paintedAt: new Map(), last: null, followed: null, wake: null }
      globalThis.fleetwallBenchPaints = log
      for (const { owner, method, readsBack } of wrapped) {
        const prototype = (globalThis as unknown as Record<string, Painted | undefined>)[owner]?.prototype
        const paint = prototype?.[method]
        if (!prototype || !paint) throw new Error(`there is no ${owner}.${method}`)
        prototype[method] = function (this: unknown, ...args: unknown[]) {
          const result = paint.apply(this, args)
          if (readsBack) prototype['getImageData']?.call(this, 0, 0, 1, 1)
          const at = performance.timeOrigin + performance.now()
          // Of two paints in one refresh, only the second is visible.
          if (at - (log.paintedAt.get(this) ?? 0) < refreshMs) log.times.pop()
          log.times.push(at)
          log.paintedAt.set(this, at)
          log.last = this
          if (log.followed !== null && log.followed !== this) return result
          log.wake?.(at)
          log.wake = null
          return result
        }
      }
    },
    [...calls],
  )
  return {
    count: (from = 0, to = Infinity) =>
      // Infinity does not survive the way into the page in every version of the protocol; a date does.
      evaluate(
        ([first, last]: [number, number]) =>
          globalThis.fleetwallBenchPaints.times.filter((at) => at >= first && at <= last).length,
        [from, Math.min(to, Number.MAX_SAFE_INTEGER)] as [number, number],
      ),
    next: () =>
      evaluate(() => new Promise<number>((resolve) => (globalThis.fleetwallBenchPaints.wake = resolve))),
    follow: (which) =>
      evaluate((wanted: typeof which) => {
        const log = globalThis.fleetwallBenchPaints
        log.followed = wanted === 'last' ? log.last : null
      }, which),
  }
}

/** Notes when the browser took each press and each release, which is before the page hears of it. */
export async function tapTouches(page: Page): Promise<{ all(): Promise<number[]> }> {
  await page.evaluate(() => {
    globalThis.fleetwallBenchTouches = []
    for (const type of ['pointerdown', 'pointerup'] as const)
      addEventListener(
        type,
        (event) => globalThis.fleetwallBenchTouches.push(performance.timeOrigin + event.timeStamp),
        { capture: true },
      )
  })
  return { all: () => page.evaluate(() => globalThis.fleetwallBenchTouches) }
}
