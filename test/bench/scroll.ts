import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openOurs, type Contender } from './contender'
import { figureOf } from './figure'
import { startPeer } from './peer/start'
import { median } from './statistics'
import { alternate, measured, type Suite, type SuiteContext } from './suite'

const phones = 500
// In whole rows.
const shownAtOnce = 70
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

/** What of the wall lies above the window and below it, in CSS px. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const wall = document.querySelector('[role=grid]')?.parentElement
    const above = wall?.scrollTop ?? 0
    return { above, below: wall ? wall.scrollHeight - wall.clientHeight - above : 0 }
  })

/** Scrolls the wall for so long, to where there is more of it. */
async function scroll({ page, devtools }: Contender, ms: number): Promise<void> {
  const { above, below } = await hidden(page)
  const distance = (speed * ms) / 1000
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 720,
    y: 450,
    yDistance: below > above ? -distance : distance,
    speed,
    gestureSourceType: 'mouse',
  })
  if ((await hidden(page)).above === above) throw new Error('the wall did not scroll')
}

/** A fleet of which the window shows a part, all of it moving: whether scrolling keeps to the display's rate. */
export const scrollSuite: Suite = {
  ids: [id],
  async run(context: SuiteContext) {
    const { effort, note } = context
    const peer = await startPeer(await context.pictures(750), { phones })
    const scrolled: Smoothness[] = []
    const scrolledStill: Smoothness[] = []
    const still: number[] = []
    try {
      await measured(
        () => openOurs(context, peer),
        effort,
        async (app) => {
          const { page } = app
          await peer.play({ listed: true })
          await page.waitForFunction(
            (wanted) => document.querySelectorAll('[data-state=live]:has([data-frame])').length >= wanted,
            Math.min(shownAtOnce, effort.mostPhones),
            { timeout: 60_000 },
          )
          await delay(effort.settleMs)
          const scrollWhile = async (moving: number) => {
            await peer.play({ moving })
            return smoothness(page, () => scroll(app, effort.measureMs))
          }
          await alternate(effort.repetitions, [
            async () => {
              await peer.play({ moving: 0 })
              still.push((await smoothness(page, () => delay(effort.measureMs / 2))).fps)
            },
            async () => void scrolledStill.push(await scrollWhile(0)),
            async () => void scrolled.push(await scrollWhile(phones)),
          ])
          const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
          const said = (runs: readonly Smoothness[]) =>
            `${median(runs.map(({ fps }) => fps)).toFixed(0)} refreshes a second, ` +
            `longest gap ${median(runs.map(({ longestMs }) => longestMs)).toFixed(0)} ms`
          note(
            `${phones} phones scrolled: ${said(scrolled)}; while none of them moves ${said(scrolledStill)}; ` +
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
