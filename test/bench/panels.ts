import { setTimeout as delay } from 'node:timers/promises'
import type { CommandId } from '../../src-renderer/commands/command'
import { panelTabs } from '../../src-shared/features/preferences-state'
import { openOurs } from './contender'
import { figureOf } from './figure'
import { startPeer } from './peer/start'
import { memoryOfTree } from './process-memory'
import { runCommand } from './run-command'
import type { Suite, SuiteContext } from './suite'

const id = 'fleet.panels-memory'
const phones = 12
/** Commands that open a panel, a tab or a dialog, some about the selected phones. */
const panels: readonly CommandId[] = [
  'view.inspector',
  'view.rail',
  ...panelTabs.map((tab) => `work.${tab}` as const),
  'app.settings',
  'app.shortcuts',
  'app.about',
  'app.guide',
  'app.budgets',
  'view.sort',
  'view.labels',
  'view.contact-sheet',
  'fleet.add',
  'phone.launch',
  'phone.text',
  'phone.key',
  'phone.open-url',
  'phone.name-pattern',
  'fleet.import-csv',
  'phone.gesture',
  'phone.set-labels',
  'phone.watch',
]

/** Measures what the wall's processes take more after each panel was opened once. */
export const panelsSuite: Suite = {
  ids: [id],
  async run(context: SuiteContext) {
    const { longRepetitions, settleMs } = context.effort
    const added: number[] = []
    for (let repetition = 0; repetition < longRepetitions; repetition += 1) {
      const peer = await startPeer(await context.pictures(750), { phones })
      try {
        const app = await openOurs(context, peer)
        try {
          await app.show(phones)
          const measure = async () => {
            await delay(5 * settleMs)
            return memoryOfTree(app.pid).reduce((sum, { shareMb }) => sum + shareMb, 0)
          }
          const before = await measure()
          for (const panel of panels) {
            await runCommand(app.page, 'view.select-all')
            await runCommand(app.page, panel)
            await delay(settleMs)
            await app.page.keyboard.press('Escape')
            await app.page.locator('[role=dialog]').first().waitFor({ state: 'detached' })
          }
          added.push((await measure()) - before)
        } finally {
          await app.close()
        }
      } finally {
        await peer.close()
      }
    }
    return [figureOf(id, 'MB', added)]
  },
}
