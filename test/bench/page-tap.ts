import type { Page, Worker } from 'playwright-core'

/** The notes of a measured page or worker. Times in ms since the epoch, with fractions. */
interface PaintLog {
  times: number[]
  /** The last paint of each canvas. */
  paintedAt: Map<unknown, number>
  /** The last painted canvas. */
  last: unknown
  /** The awaited canvas; null for any. */
  followed: unknown
  /** Called once, with the next awaited paint. */
  wake: ((at: number) => void) | null
}

declare global {
  var fleetwallBenchPaints: PaintLog
  var fleetwallBenchTouches: number[]
}

/** A call that puts a frame on a canvas or video element. */
export interface PaintCall {
  owner: 'CanvasRenderingContext2D' | 'ImageBitmapRenderingContext' | 'WritableStreamDefaultWriter'
  method: 'drawImage' | 'transferFromImageBitmap' | 'write'
  /**
   * Reads a pixel back before a paint counts, because drawImage may decode later. Too expensive under load.
   */
  readsBack: boolean
}

/** Counts painted frames from outside the measured code. */
export interface PaintTap {
  /** Returns the frames that stayed for a refresh at least, between two times or in all. */
  count(from?: number, to?: number): Promise<number>
  /** Resolves with the time of the next paint. */
  next(): Promise<number>
  /** Makes `next` wait for the last painted canvas, or any. */
  follow(which: 'last' | 'any'): Promise<void>
}

/** The painting calls of the app's frame worker. */
export const appPaints: readonly PaintCall[] = [
  { owner: 'ImageBitmapRenderingContext', method: 'transferFromImageBitmap', readsBack: false },
  { owner: 'WritableStreamDefaultWriter', method: 'write', readsBack: false },
]

type Painter = (...args: unknown[]) => unknown
type Painted = { prototype: Record<string, Painter> }

// Functions for the page contain no named functions, because tsx adds a call to its own helper.

/** Wraps the painting calls in all places where canvases are painted. */
export async function tapPaints(
  places: readonly (Page | Worker)[],
  calls: readonly PaintCall[],
): Promise<PaintTap> {
  const taps = await Promise.all(places.map((place) => tapPlace(place, calls)))
  return {
    async count(from = 0, to = Infinity) {
      const counts = await Promise.all(taps.map((tap) => tap.count(from, to)))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    next: () => Promise.race(taps.map((tap) => tap.next())),
    async follow(which) {
      const lastAt = await Promise.all(taps.map((tap) => tap.lastAt()))
      const last = lastAt.indexOf(Math.max(...lastAt))
      await Promise.all(
        taps.map((tap, index) => tap.follow(which === 'any' || index === last ? which : 'none')),
      )
    },
  }
}

async function tapPlace(place: Page | Worker, calls: readonly PaintCall[]) {
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
    count: (from: number, to: number) =>
      // Infinity doesn't reach the page in every version of the protocol; a date does.
      evaluate(
        ([first, last]: [number, number]) =>
          globalThis.fleetwallBenchPaints.times.filter((at) => at >= first && at <= last).length,
        [from, Math.min(to, Number.MAX_SAFE_INTEGER)] as [number, number],
      ),
    next: () =>
      evaluate(() => new Promise<number>((resolve) => (globalThis.fleetwallBenchPaints.wake = resolve))),
    lastAt: () => evaluate(() => globalThis.fleetwallBenchPaints.times.at(-1) ?? 0),
    follow: (which: 'last' | 'any' | 'none') =>
      evaluate((wanted: typeof which) => {
        const log = globalThis.fleetwallBenchPaints
        // No canvas is the log itself.
        log.followed = wanted === 'any' ? null : wanted === 'last' ? log.last : log
      }, which),
  }
}

/** Notes the browser's time of each press and release, which is before the page's event. */
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
