import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openOurs, type Contender } from './contender'
import { figureOf } from './figure'
import { startPeer } from './peer/start'
import { runCommand } from './run-command'
import { median } from './statistics'
import { alternate, measured, type Suite, type SuiteContext } from './suite'

const phones = 500
// In rows.
const shownAtOnce = 70
const ids = { wall: 'frames.scroll-500', panel: 'panel.scroll-500' }
// In CSS px a second: about two rows of the smallest tiles, as a user scrolls who looks for a phone.
const speed = 400

interface Refreshes {
  times: number[]
  tick: ((at: number) => void) | null
  /** The largest visible part of the wall without tiles, in CSS px. */
  bare: number
}

declare global {
  var fleetwallBenchRefreshes: Refreshes
}

interface Smoothness {
  fps: number
  /** The longest time without a refresh, ms. */
  longestMs: number
}

function smoothness(times: readonly number[]): Smoothness {
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  return {
    fps: (gaps.length * 1000) / gaps.reduce((sum, gap) => sum + gap, 0),
    longestMs: Math.max(...gaps),
  }
}

/** Records the page thread's refreshes during `work`. */
async function watchPage(page: Page, work: () => Promise<unknown>): Promise<Smoothness & { bare: number }> {
  await page.evaluate(() => {
    const refreshes: Refreshes = { times: [], tick: null, bare: 0 }
    // A property, because tsx adds a call to its own helper to named functions.
    refreshes.tick = (at) => {
      refreshes.times.push(at)
      if (refreshes.tick && globalThis.fleetwallBenchRefreshes === refreshes) {
        requestAnimationFrame(refreshes.tick)
      }
    }
    globalThis.fleetwallBenchRefreshes = refreshes
    requestAnimationFrame(refreshes.tick)
    // Before the app's own listener: the tiles of the last position.
    addEventListener(
      'scroll',
      ({ target }) => {
        if (!(target instanceof Element) || globalThis.fleetwallBenchRefreshes !== refreshes) return
        const wall = target.getBoundingClientRect()
        const tiles = [...target.querySelectorAll('[data-device]')].map((tile) =>
          tile.getBoundingClientRect(),
        )
        const above = Math.min(...tiles.map(({ top }) => top)) - wall.top
        const below = wall.bottom - Math.max(...tiles.map(({ bottom }) => bottom))
        refreshes.bare = Math.max(refreshes.bare, above, below)
      },
      { capture: true },
    )
  })
  await work()
  const { times, bare } = await page.evaluate(() => globalThis.fleetwallBenchRefreshes)
  return { ...smoothness(times), bare }
}

/** Returns the heights of the wall above and below the window, in CSS px. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const wall = document.querySelector('.wall:has([role=grid])')
    const above = wall?.scrollTop ?? 0
    return { above, below: wall ? wall.scrollHeight - wall.clientHeight - above : 0 }
  })

/** Scrolls the wall for this many ms, towards its longer hidden part. */
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

interface Scrolled {
  /** Refreshes of the screen; the browser scrolls drawn content without the page. */
  drawn: Smoothness
  ofPage: Awaited<ReturnType<typeof watchPage>>
}

/** Scrolls a fleet that is larger than the window, and compares the refreshes with the display's rate. */
export const scrollSuite: Suite = {
  ids: Object.values(ids),
  async run(context: SuiteContext) {
    const { effort, note } = context
    const peer = await startPeer(await context.pictures(750), { phones })
    const scrolled: Scrolled[] = []
    const scrolledStill: Scrolled[] = []
    const withPanel: Scrolled[] = []
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
            let draws: number[] = []
            const ofPage = await watchPage(page, async () => {
              draws = await app.drawn(() => scroll(app, effort.measureMs))
            })
            return { drawn: smoothness(draws), ofPage }
          }
          await alternate(effort.repetitions, [
            async () => {
              await peer.play({ moving: 0 })
              still.push((await watchPage(page, () => delay(effort.measureMs / 2))).fps)
            },
            async () => void scrolledStill.push(await scrollWhile(0)),
            async () => void scrolled.push(await scrollWhile(phones)),
            async () => {
              await runCommand(page, 'work.activity')
              withPanel.push(await scrollWhile(phones))
              await runCommand(page, 'view.panel')
            },
          ])
          const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
          const said = (runs: readonly Scrolled[]) => {
            const of = (what: (run: Scrolled) => number) => median(runs.map(what)).toFixed(0)
            return (
              `${of(({ drawn }) => drawn.fps)} refreshes a second, longest gap ${of(({ drawn }) => drawn.longestMs)} ms ` +
              `(${of(({ ofPage }) => ofPage.fps)} of the page's thread, ${of(({ ofPage }) => ofPage.longestMs)} ms; ` +
              `at most ${Math.max(...runs.map(({ ofPage }) => ofPage.bare)).toFixed(0)} px without tiles)`
            )
          }
          note(
            `${phones} phones scrolled: ${said(scrolled)}; while none of them moves ${said(scrolledStill)}; ` +
              `above the panel ${said(withPanel)}; ` +
              `${nodes} elements in the page`,
          )
        },
      )
    } finally {
      await peer.close()
    }
    const drawn = (runs: readonly Scrolled[]) => runs.map((run) => run.drawn.fps)
    const unit = 'refreshes a second'
    return [
      figureOf(ids.wall, unit, drawn(scrolled), still),
      figureOf(ids.panel, unit, drawn(withPanel), drawn(scrolled)),
    ]
  },
}
