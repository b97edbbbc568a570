import type { Page, Worker } from 'playwright-core'

/** What the page, or its worker, notes while it is measured. Times in ms since the epoch, with their fractions. */
interface PaintLog {
  times: number[]
  /** Told of the next paint, once. */
  wake: ((at: number) => void) | null
}

declare global {
  var fleetwallBenchPaints: PaintLog
  var fleetwallBenchPresses: number[]
}

/** The one call by which a way of painting puts a frame on a canvas. */
export interface PaintCall {
  context: 'CanvasRenderingContext2D' | 'ImageBitmapRenderingContext'
  method: 'drawImage' | 'transferFromImageBitmap'
  /**
   * Reads a pixel back before a paint counts: drawImage only notes what to draw, and the picture is decoded when the
   * canvas is next needed. It shows when a paint is really done, and costs what must not be counted under load.
   */
  readsBack: boolean
}

/** Counts the frames that are painted, from outside of what is measured. */
export interface PaintTap {
  /** Paints from one time to another; all of them without times. */
  count(from?: number, to?: number): Promise<number>
  /** When the next frame is painted. */
  next(): Promise<number>
}

type Painter = (...args: unknown[]) => unknown
type PaintedContext = { prototype: Record<string, Painter> }

// Functions that are evaluated in the page hold no named functions: tsx would have them call a helper of its own.

/** Wraps the painting call where the canvases are painted. */
export async function tapPaints(place: Page | Worker, call: PaintCall): Promise<PaintTap> {
  const evaluate: Worker['evaluate'] = place.evaluate.bind(place)
  await evaluate(({ context, method, readsBack }: PaintCall) => {
    const contexts = globalThis as unknown as Record<string, PaintedContext | undefined>
    const prototype = contexts[context]?.prototype
    const paint = prototype?.[method]
    if (!prototype || !paint) throw new Error(`there is no ${context}.${method}`)
    const log: PaintLog = { times: [], wake: null }
    globalThis.fleetwallBenchPaints = log
    prototype[method] = function (this: unknown, ...args: unknown[]) {
      const result = paint.apply(this, args)
      if (readsBack) prototype['getImageData']?.call(this, 0, 0, 1, 1)
      const at = performance.timeOrigin + performance.now()
      log.times.push(at)
      log.wake?.(at)
      log.wake = null
      return result
    }
  }, call)
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
  }
}

/** Notes when the browser took each press, which is before the page hears of it. */
export async function tapPresses(page: Page): Promise<{ last(): Promise<number> }> {
  await page.evaluate(() => {
    globalThis.fleetwallBenchPresses = []
    addEventListener(
      'pointerdown',
      (event) => globalThis.fleetwallBenchPresses.push(performance.timeOrigin + event.timeStamp),
      { capture: true },
    )
  })
  return {
    async last() {
      const at = await page.evaluate(() => globalThis.fleetwallBenchPresses.at(-1))
      if (at === undefined) throw new Error('no press has reached the page')
      return at
    },
  }
}
