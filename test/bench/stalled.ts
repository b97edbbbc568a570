import { setTimeout as delay } from 'node:timers/promises'
import type { Page, Worker } from 'playwright-core'
import { openOurs, type Contender } from './contender'
import { figure } from './figure'
import { startPeer } from './peer/start'
import { memoryOfTree, sharedMemory } from './process-memory'
import { measured, type Suite, type SuiteContext } from './suite'

const phones = 30
const looks = 40
const id = 'frames.stalled-page-growth'

/** Private memory by kind of process, and the shared memory of the whole machine, in MB. */
function readMemory(pid: number): Map<string, number> {
  const memory = new Map([['shared', sharedMemory()]])
  for (const { kind, ownMb } of memoryOfTree(pid)) memory.set(kind, (memory.get(kind) ?? 0) + ownMb)
  return memory
}

const stalls = ['page', 'page and worker'] as const
type Stall = (typeof stalls)[number]

function blockPage(page: Page, ms: number): Promise<void> {
  return page.evaluate((waitMs) => {
    for (const until = performance.now() + waitMs; performance.now() < until;);
  }, ms)
}

function blockWorker(worker: Worker, ms: number): Promise<void> {
  return worker.evaluate((waitMs) => {
    const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
    Atomics.wait(new Int32Array(buffer), 0, 0, waitMs)
  }, ms)
}

/** Blocks the page's thread and its frame workers for this many ms. Resolves when all run again. */
async function block(page: Page, stall: Stall, ms: number): Promise<void> {
  const workers = stall === 'page' ? [] : page.workers()
  await Promise.all([blockPage(page, ms), ...workers.map((worker) => blockWorker(worker, ms))])
}

/**
 * Returns the highest of many samples, because garbage waits for its collection: up to 60 MB at one moment, none at the
 * next.
 */
async function peakMemory(pid: number, ms: number): Promise<Map<string, number>> {
  const peak = new Map<string, number>()
  for (let look = 0; look < looks; look += 1) {
    for (const [kind, mb] of readMemory(pid)) peak.set(kind, Math.max(mb, peak.get(kind) ?? 0))
    await delay(ms / looks)
  }
  return peak
}

/**
 * Returns the larger growth in MB after the page was blocked in sight, or blocked and hidden. A part that shrinks hides no
 * growth elsewhere.
 */
async function growth(
  { pid, page, hide }: Contender,
  stall: Stall,
  blockedMs: number,
): Promise<Map<string, number>> {
  const lookMs = blockedMs / 6
  const before = await peakMemory(pid, lookMs)
  const blocked = block(page, stall, blockedMs)
  await delay(blockedMs / 2 - lookMs)
  const inSight = await peakMemory(pid, lookMs)
  await hide()
  await delay(blockedMs / 2 - lookMs)
  const hidden = await peakMemory(pid, lookMs)
  await blocked
  return new Map(
    [...before].map(([kind, mb]) => [
      kind,
      Math.max(0, (inSight.get(kind) ?? 0) - mb, (hidden.get(kind) ?? 0) - mb),
    ]),
  )
}

/** Measures the growth while phones send and the page takes nothing: in sight, then hidden. */
export const stalledSuite: Suite = {
  ids: [id],
  async run(context: SuiteContext) {
    const { effort, note } = context
    const peer = await startPeer(await context.pictures(750), { phones })
    const sums: number[] = []
    try {
      for (const stall of stalls) {
        const grown = await measured(
          () => openOurs(context, peer),
          effort,
          async (app) => {
            await peer.play({ moving: phones })
            await app.show(phones)
            await delay(effort.settleMs)
            return growth(app, stall, effort.blockedMs)
          },
        )
        const parts = [...grown].map(([kind, mb]) => `${kind} ${mb.toFixed(1)}`)
        note(`growth over ${effort.blockedMs / 1000} s of a blocked ${stall}, MB: ${parts.join(', ')}`)
        sums.push([...grown.values()].reduce((sum, mb) => sum + mb, 0))
      }
      return [figure({ id, unit: 'MB', ours: Math.max(...sums) })]
    } finally {
      await peer.close()
    }
  },
}
