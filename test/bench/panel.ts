import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { panelTabs, type PanelTab } from '../../src-shared/features/preferences-state'
import { writeActivity } from './activity'
import { openOurs } from './contender'
import { figureOf } from './figure'
import { startPeer } from './peer/start'
import { runCommand } from './run-command'
import { median } from './statistics'
import { measured, type Suite, type SuiteContext } from './suite'
import { loadWall } from './wall-load'

const ids = { tab: 'panel.open-tab', painted: 'panel.painted-30' }
const listed = 300
const moving = 30
const entries = 10_000
const captures = 10_000

/** What a tab shows once it is open with something in it; by default its own part of the panel. */
const firstRow: Partial<Record<PanelTab, string>> = {
  activity: '[data-activity] time',
  captures: '[data-capture]',
}

async function writeCaptures(folder: string, picture: string): Promise<void> {
  const ofFleet = join(folder, 'Lab')
  await mkdir(ofFleet, { recursive: true })
  for (let number = 0; number < captures; number += 1) {
    const time = new Date(number * 1000).toISOString().slice(11, 19).replaceAll(':', '.')
    await copyFile(picture, join(ofFleet, `2026-01-01 ${time} dev_${number % listed}.jpg`))
  }
}

/** Opens a tab, which was not open. @returns ms from the click to the frame that shows its rows */
async function openTab(page: Page, tab: PanelTab): Promise<number> {
  const opened = page.evaluate(
    async ({ name, row }) => {
      let begun = 0
      addEventListener('mousedown', () => (begun = performance.now()), { capture: true, once: true })
      for (const endsAt = performance.now() + 30_000; performance.now() < endsAt;) {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
        const isOpen = document.querySelector(`[data-tab=${name}][data-state=active]`)
        if (begun > 0 && isOpen && document.querySelector(`[data-panel] ${row}`))
          return performance.now() - begun
      }
      throw new Error(`the tab ${name} showed nothing within 30 s`)
    },
    { name: tab, row: firstRow[tab] ?? '[role=tabpanel][data-state=active] *' },
  )
  await page.locator(`[data-tab=${tab}]`).click()
  return opened
}

async function measureTabs(context: SuiteContext): Promise<number[]> {
  const { effort, note } = context
  const pictures = await context.pictures(750)
  const peer = await startPeer(pictures, { phones: listed })
  const userData = await mkdtemp(join(tmpdir(), 'fleetwall-bench-'))
  const folder = join(userData, 'captures')
  const taken = new Map<PanelTab, number[]>()
  try {
    await writeActivity(join(userData, 'activity'), { entries, days: 1, phones: listed })
    await writeCaptures(folder, pictures.files[0] ?? '')
    const app = await openOurs(context, peer, { FLEETWALL_CAPTURES: folder }, userData)
    const { page } = app
    try {
      await peer.play({ listed: true })
      await page.waitForFunction(() => document.querySelectorAll('[data-device]').length > 10)
      await delay(20 * effort.settleMs)
      await runCommand(page, 'work.uploads')
      for (let repetition = 0; repetition < effort.repetitions; repetition += 1) {
        for (const tab of panelTabs.toReversed()) {
          taken.set(tab, [...(taken.get(tab) ?? []), await openTab(page, tab)])
          await delay(effort.settleMs / 4)
        }
      }
    } finally {
      await app.close()
    }
  } finally {
    await peer.close()
    await rm(userData, { recursive: true, force: true, maxRetries: 5 })
  }
  const all = [...taken].map(([tab, times]) => ({ tab, times, ms: median(times) }))
  note(`a tab of the panel opens in ${all.map(({ tab, ms }) => `${tab} ${ms.toFixed(0)} ms`).join(', ')}`)
  return all.toSorted((a, b) => b.ms - a.ms)[0]?.times ?? []
}

/** Measures the slowest tab's opening, and what an open panel costs a moving wall. */
export const panelSuite: Suite = {
  ids: Object.values(ids),
  async run(context: SuiteContext) {
    const { effort } = context
    const tabs = await measureTabs(context)
    const peer = await startPeer(await context.pictures(750), { phones: moving, walls: [moving] })
    const open: number[] = []
    const shut: number[] = []
    try {
      await measured(
        () => openOurs(context, peer),
        effort,
        async (app) => {
          await app.show(moving)
          for (let repetition = 0; repetition < 2 * effort.repetitions; repetition += 1) {
            shut.push((await loadWall(app, peer, moving, effort)).fps)
            await runCommand(app.page, 'work.activity')
            open.push((await loadWall(app, peer, moving, effort)).fps)
            await runCommand(app.page, 'view.panel')
          }
        },
      )
    } finally {
      await peer.close()
    }
    return [figureOf(ids.tab, 'ms', tabs), figureOf(ids.painted, 'fps', open, shut)]
  },
}
