import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Size } from '../../src-shared/protocol/device'
import type { Eighths } from '../../src-renderer/jpeg/jpeg-decoder'
import { launchApp, usualWindow } from './electron-app'
import { figureOf, type Figure } from './figure'
import { hasLimit, limitIsMissing, measureLimit } from './jpeg-limit'
import { appPaints, tapPaints } from './page-tap'
import type { Pictures } from './pictures'
import { cpuOfTree } from './process-tree'
import { alternate, measured, type Suite, type SuiteContext } from './suite'

/** The input of the app's frame worker, without sockets, and the scale at which it decodes. */
interface Feed {
  id: string
  canvases: number
  /** The size of each canvas, in CSS px. */
  box: Size
  fps: number
  prompt: boolean
  window: Size
  eighths: Eighths
}

/** A phone in focus view, which is decoded at full size. */
const large = (id: string, box: Size): Feed => ({
  id,
  canvases: 1,
  box,
  fps: 30,
  prompt: true,
  window: { width: 1440, height: box.height },
  eighths: 8,
})

const feeds: readonly Feed[] = [
  {
    id: 'frames.decode-draw-limit',
    canvases: 16,
    box: { width: 180, height: 320 },
    fps: 10,
    prompt: false,
    window: usualWindow,
    eighths: 2,
  },
  // As high as the display.
  large('frames.focus-full-limit', { width: 675, height: 1200 }),
  // As large as the frame, so nothing is scaled.
  large('frames.focus-unscaled-limit', { width: 750, height: 1334 }),
]

const now = () => performance.timeOrigin + performance.now()

/** Returns the CPU time of all processes per painted frame, minus that of the idle window; ms. */
async function decodeAndDraw(context: SuiteContext, pictures: Pictures, feed: Feed): Promise<number> {
  const { machine, pages, effort } = context
  const { canvases, fps, prompt, box, window: size } = feed
  const open = () => launchApp(machine, pages.folder, { flags: ['--page=decoding'] })
  return measured(open, effort, async ({ pid, page, resize }) => {
    await resize(size)
    const jpegs = await Promise.all(pictures.files.map((file) => readFile(file, 'base64')))
    await delay(effort.settleMs)
    const measure = async () => {
      const before = { at: now(), cpuMs: cpuOfTree(pid) }
      await delay(effort.measureMs)
      return { from: before.at, to: now(), cpuMs: cpuOfTree(pid) - before.cpuMs }
    }
    const idle = await measure()
    await page.evaluate((load) => window.feedFrames(load), { jpegs, canvases, fps, prompt, ...box })
    const worker = page.workers()[0] ?? (await page.waitForEvent('worker'))
    const paints = await tapPaints([worker], appPaints)
    await delay(effort.settleMs)
    const busy = await measure()
    const idleMs = (idle.cpuMs / (idle.to - idle.from)) * (busy.to - busy.from)
    return (busy.cpuMs - idleMs) / (await paints.count(busy.from, busy.to))
  })
}

const perCpuSecond = (ms: number): number => 1000 / ms

/** Compares the app's frame worker, without sockets, with libjpeg-turbo on the same files and scale. */
export const decodingSuite: Suite = {
  ids: feeds.map(({ id }) => id),
  async run(context: SuiteContext): Promise<Figure[]> {
    const { effort, note } = context
    if (!hasLimit()) {
      note(limitIsMissing)
      return []
    }
    const pictures = await context.pictures(750)
    const ours = feeds.map((): number[] => [])
    const limit = feeds.map((): number[] => [])
    await alternate(
      effort.repetitions,
      feeds.flatMap((feed, index) => [
        async () => void ours[index]?.push(await decodeAndDraw(context, pictures, feed)),
        () => Promise.resolve(void limit[index]?.push(measureLimit(pictures, feed.eighths, effort))),
      ]),
    )
    return feeds.map(({ id }, index) =>
      figureOf(
        id,
        'frames a CPU second',
        (ours[index] ?? []).map(perCpuSecond),
        (limit[index] ?? []).map(perCpuSecond),
      ),
    )
  },
}
