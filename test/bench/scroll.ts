import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openOurs, type Contender } from './contender'
import { figureOf } from './figure'
import { startPeer } from './peer/start'
import { median } from './statistics'
import { alternate, measured, type Suite, type SuiteContext } from './suite'

const phones = 500
const id = 'frames.scroll-500'
// CSS px a second: about two rows of the smallest tiles, as somebody scrolls who looks for a phone.
const speed = 400

interface Refreshes {
  times: number[]
  tick: ((at: number) => void) | null
}

declare global {
  var fleetwallBenchRefreshes: Refreshes
}

/** What the page's thread managed meanwhile. */
interface Smoothness {
  fps: number
  /** The longest time without a refresh, ms. */
  longestMs: number
}

async function smoothness(page: Page, meanwhile: () => Promise<unknown>): Promise<Smoothness> {
  await page.evaluate(() => {
    const refreshes: Refreshes = { times: [], tick: null }
    // A property, not a named function: tsx would have that call a helper of its own.
    refreshes.tick = (at) => {
      refreshes.times.push(at)
      if (refreshes.tick && globalThis.fleetwallBenchRefreshes === refreshes) {
        requestAnimationFrame(refreshes.tick)
      }
    }
    globalThis.fleetwallBenchRefreshes = refreshes
    requestAnimationFrame(refreshes.tick)
  })
  await meanwhile()
  const times = await page.evaluate(() => globalThis.fleetwallBenchRefreshes.times)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  return {
    fps: (gaps.length * 1000) / gaps.reduce((sum, gap) => sum + gap, 0),
    longestMs: Math.max(...gaps),
  }
}

const wallTop = (page: Page) =>
  page.evaluate(() => document.querySelector('[role=grid]')?.parentElement?.scrollTop ?? 0)

/** Scrolls down the wall for so long, as a wheel or a finger does. */
async function scrollDown({ page, devtools }: Contender, ms: number): Promise<void> {
  const before = await wallTop(page)
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 720,
    y: 450,
    yDistance: -(speed * ms) / 1000,
    speed,
    gestureSourceType: 'mouse',
  })
  if ((await wallTop(page)) === before) throw new Error('the wall did not scroll')
}

/** A fleet of which the window shows a part, all of it moving: whether scrolling keeps to the display's rate. */
export const scrollSuite: Suite = {
  ids: [id],
  async run(context: SuiteContext) {
    const { effort, note } = context
    const peer = await startPeer(await context.pictures(750), { phones })
    const scrolled: Smoothness[] = []
    const still: number[] = []
    try {
      await measured(
        () => openOurs(context, peer),
        effort,
        async (app) => {
          const { page } = app
          await page.waitForSelector('[data-device][data-state=live]:has([data-frame])', { timeout: 60_000 })
          await delay(effort.settleMs)
          await alternate(effort.repetitions, [
            async () => {
              await peer.play({ moving: 0 })
              still.push((await smoothness(page, () => delay(effort.measureMs / 2))).fps)
            },
            async () => {
              await peer.play({ moving: phones })
              scrolled.push(await smoothness(page, () => scrollDown(app, effort.measureMs)))
            },
          ])
          const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
          note(
            `${phones} phones: longest gap while scrolling ${median(scrolled.map(({ longestMs }) => longestMs)).toFixed(0)} ms, ` +
              `${nodes} elements in the page`,
          )
        },
      )
    } finally {
      await peer.close()
    }
    return [
      figureOf(
        id,
        'refreshes a second',
        scrolled.map(({ fps }) => fps),
        still,
      ),
    ]
  },
}
