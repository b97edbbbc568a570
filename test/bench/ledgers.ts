import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { writeActivity } from './activity'
import { openOurs } from './contender'
import { figureOf } from './figure'
import { startPeer } from './peer/start'
import { runCommand } from './run-command'
import { quantile } from './statistics'
import type { Suite, SuiteContext } from './suite'

const ids = { search: 'fleet.search-500', key: 'fleet.search-500-key', activity: 'fleet.activity-100k' }
const phones = 500
const entries = 100_000

const typed = ['d', 'de', 'dev', 'dev_', 'dev_1', 'dev_12', 'dev_1', 'dev_', 'dev', 'de', 'd']
const keys = [...'dev_12', ...Array<string>(5).fill('Backspace')]
// A quick typist.
const betweenKeysMs = 100

/** Returns the ms from each text, or from nothing, to the frame that shows its effect, in the page's own time. */
function timesOf(page: Page, texts: readonly (string | null)[]): Promise<number[]> {
  return page.evaluate(async (all) => {
    const input = document.querySelector<HTMLInputElement>('[role=search] input')
    if (!input) throw new Error('the wall has no search')
    const taken: number[] = []
    for (const text of all) {
      await new Promise(requestAnimationFrame)
      const begun = performance.now()
      if (text !== null) {
        input.value = text
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
      // A message comes right after the frame; timers of the page come later.
      const painted = new MessageChannel()
      const message = new Promise((resolve) => (painted.port1.onmessage = resolve))
      requestAnimationFrame(() => painted.port2.postMessage(null))
      await message
      taken.push(performance.now() - begun)
    }
    return taken
  }, texts)
}

/** Returns the ms that the page works for each key in the search, before it can paint the letter. */
async function workOf(page: Page): Promise<number[]> {
  // The page listens before the first key: a busy one takes input before it evaluates.
  const taken = await page.evaluateHandle((count) => {
    const all = new Promise<number[]>((resolve) => {
      const works: number[] = []
      let begun = 0
      const ended = new AbortController()
      const { signal } = ended
      addEventListener('keydown', () => (begun = performance.now()), { capture: true, signal })
      // After all other listeners, and what each has flushed.
      addEventListener(
        'input',
        () => {
          works.push(performance.now() - begun)
          if (works.length < count) return
          ended.abort()
          resolve(works)
        },
        { signal },
      )
    })
    return { all }
  }, keys.length)
  for (const key of keys) {
    await page.keyboard.press(key)
    await delay(betweenKeysMs)
  }
  return taken.evaluate(({ all }) => all)
}

/** Times a key in the search box over 500 phones, and the opening of an activity log of 100,000 entries. */
export const ledgersSuite: Suite = {
  ids: Object.values(ids),
  async run(context: SuiteContext) {
    const { repetitions, settleMs } = context.effort
    const peer = await startPeer(await context.pictures(750), { phones })
    const userData = await mkdtemp(join(tmpdir(), 'fleetwall-bench-'))
    const frames: number[] = []
    const searches: number[] = []
    const works: number[] = []
    const openings: number[] = []
    try {
      await writeActivity(join(userData, 'activity'), { entries, days: 5, phones })
      const app = await openOurs(context, peer, {}, userData)
      const { page } = app
      try {
        await peer.play({ listed: true })
        await page.waitForFunction(() => document.querySelectorAll('[data-device]').length > 10)
        await delay(5 * settleMs)
        const field = page.locator('[role=search] input')
        for (let repetition = 0; repetition < repetitions; repetition += 1) {
          await field.fill('')
          await field.focus()
          works.push(quantile(await workOf(page), 0.95))
          await field.fill('')
          searches.push(quantile(await timesOf(page, typed), 0.95))
          frames.push(quantile(await timesOf(page, Array<null>(typed.length).fill(null)), 0.95))
        }
        await field.fill('')
        for (let repetition = 0; repetition < repetitions; repetition += 1) {
          const opened = page.evaluate(async () => {
            let begun = 0
            addEventListener('click', () => (begun = performance.now()), { capture: true, once: true })
            for (const endsAt = performance.now() + 30_000; performance.now() < endsAt;) {
              await new Promise(requestAnimationFrame)
              if (begun > 0 && document.querySelector('[data-activity] time'))
                return performance.now() - begun
            }
            throw new Error('the activity log showed no entry within 30 s')
          })
          await runCommand(page, 'app.activity')
          openings.push(await opened)
          await runCommand(page, 'view.panel')
          await page.locator('[data-panel]').waitFor({ state: 'detached' })
        }
      } finally {
        await app.close()
      }
    } finally {
      await peer.close()
      await rm(userData, { recursive: true, force: true, maxRetries: 5 })
    }
    return [
      figureOf(ids.search, 'ms, p95', searches, frames),
      figureOf(ids.key, 'ms, p95', works),
      figureOf(ids.activity, 'ms', openings),
    ]
  },
}
