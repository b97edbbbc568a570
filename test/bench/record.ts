import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runCommand } from './run-command'
import { openOurs } from './contender'
import { figureOf } from './figure'
import { startPeer } from './peer/start'
import { memoryOfTree } from './process-memory'
import { cpuOfTree } from './process-tree'
import type { Suite, SuiteContext } from './suite'

const phones = 12
const ids = { cpu: 'captures.record-12', memory: 'captures.record-12-memory' }

/** Compares a wall of 12 moving phones that are recorded with the same wall that is not. */
export const recordSuite: Suite = {
  ids: Object.values(ids),
  async run(context: SuiteContext) {
    const { measureMs, repetitions, settleMs } = context.effort
    const peer = await startPeer(await context.pictures(750), { phones })
    const folder = await mkdtemp(join(tmpdir(), 'fleetwall-bench-captures-'))
    const recorded: number[] = []
    const plain: number[] = []
    const added: number[] = []
    try {
      const app = await openOurs(context, peer, { FLEETWALL_CAPTURES: folder })
      try {
        await app.show(phones)
        await peer.play({ moving: phones })
        const measure = async () => {
          await delay(settleMs)
          const before = cpuOfTree(app.pid)
          await delay(2 * measureMs)
          const memory = memoryOfTree(app.pid).reduce((sum, { shareMb }) => sum + shareMb, 0)
          return { cpu: (cpuOfTree(app.pid) - before) / ((2 * measureMs) / 1000), memory }
        }
        await runCommand(app.page, 'view.select-all')
        for (let repetition = 0; repetition < repetitions; repetition += 1) {
          const without = await measure()
          await runCommand(app.page, 'phone.record')
          await app.page.waitForFunction(
            (wanted) => document.querySelectorAll('[data-recording]').length === wanted,
            phones,
          )
          const during = await measure()
          await runCommand(app.page, 'work.stop-recordings')
          await app.page.waitForFunction(() => document.querySelectorAll('[data-recording]').length === 0)
          plain.push(without.cpu)
          recorded.push(during.cpu)
          added.push(during.memory - without.memory)
        }
      } finally {
        await app.close()
      }
    } finally {
      await peer.close()
      await rm(folder, { recursive: true, force: true })
    }
    return [figureOf(ids.cpu, 'ms of CPU a second', recorded, plain), figureOf(ids.memory, 'MB', added)]
  },
}
