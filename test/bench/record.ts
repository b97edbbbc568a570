import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runCommand } from './run-command'
import { openOurs } from './contender'
import { figureOf } from './figure'
import { readMatroska } from '../core/recordings/read-matroska'
import { nameOf } from './peer/rest'
import { startPeer, type Peer } from './peer/start'
import { memoryOfTree } from './process-memory'
import { cpuOfTree } from './process-tree'
import { median, quantile } from './statistics'
import type { Suite, SuiteContext } from './suite'

const phones = 12
const ids = {
  cpu: 'captures.record-12',
  memory: 'captures.record-12-memory',
  times: 'captures.record-12-times',
}

/**
 * Returns how far the times of recorded frames are off those of the sender, in ms. Every way has a length of its own, so the
 * usual one of each file is taken off.
 * @param before how many frames each phone had sent when its recording began
 * @throws Error when a recording doesn't hold all frames that were sent
 */
async function offTimes(folder: string, peer: Peer, before: Record<string, number[]>): Promise<number[]> {
  const sent = await peer.sent()
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.mkv'))
  const off: number[] = []
  for (const name of names) {
    const { title, frames } = readMatroska(await readFile(join(folder, name)))
    const publicId = peer.phones.find((_, phone) => title === nameOf(phone)) ?? ''
    const sentAt = (sent[publicId] ?? []).slice((before[publicId]?.length ?? 0) - 1)
    if (frames.length !== sentAt.length)
      throw new Error(`${name} holds ${frames.length} of ${sentAt.length} frames`)
    const ways = frames.slice(1).map(({ at }, frame) => at - (sentAt[frame + 1] ?? 0))
    off.push(...ways.map((way) => Math.abs(way - median(ways))))
  }
  return off
}

/** Compares a wall of 12 moving phones that are recorded with the same wall that is not, and recorded times with sent ones. */
export const recordSuite: Suite = {
  ids: Object.values(ids),
  async run(context: SuiteContext) {
    const { measureMs, repetitions, settleMs } = context.effort
    const peer = await startPeer(await context.pictures(750), { phones })
    const folder = await mkdtemp(join(tmpdir(), 'fleetwall-bench-captures-'))
    const recorded: number[] = []
    const plain: number[] = []
    const added: number[] = []
    const off: number[] = []
    try {
      const app = await openOurs(context, peer, { FLEETWALL_CAPTURES: folder })
      try {
        await app.show(phones)
        const measure = async () => {
          await delay(settleMs)
          const before = cpuOfTree(app.pid)
          await delay(2 * measureMs)
          const memory = memoryOfTree(app.pid).reduce((sum, { shareMb }) => sum + shareMb, 0)
          return { cpu: (cpuOfTree(app.pid) - before) / ((2 * measureMs) / 1000), memory }
        }
        await runCommand(app.page, 'view.select-all')
        for (let repetition = 0; repetition < repetitions; repetition += 1) {
          await peer.play({ moving: phones })
          const without = await measure()
          await peer.play({ moving: 0 })
          await delay(settleMs)
          const before = await peer.sent()
          await runCommand(app.page, 'phone.record')
          await app.page.waitForFunction(
            (wanted) => document.querySelectorAll('[data-recording]').length === wanted,
            phones,
          )
          await peer.play({ moving: phones })
          const during = await measure()
          await peer.play({ moving: 0 })
          await delay(settleMs)
          await runCommand(app.page, 'work.stop-recordings')
          await app.page.waitForFunction(() => document.querySelectorAll('[data-recording]').length === 0)
          off.push(quantile(await offTimes(folder, peer, before), 0.95))
          for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
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
    return [
      figureOf(ids.cpu, 'ms of CPU a second', recorded, plain),
      figureOf(ids.memory, 'MB', added),
      figureOf(ids.times, 'ms, p95', off),
    ]
  },
}
