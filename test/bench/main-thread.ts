import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { PreloadApi } from '../../src-shared/bridge/preload-api'
import { openOurs, type Contender } from './contender'
import { figureOf } from './figure'
import { startPeer, type Peer } from './peer/start'
import { firstThreadCpuOf } from './process-tree'
import { quantile } from './statistics'
import { measured, type Effort, type Suite, type SuiteContext } from './suite'

const measured60 = 60
const crowd = 100
const askEveryMs = 50
const bytesPerMb = 1e6
const ids = {
  perMb: 'frames.main-thread-per-mb',
  perMbTls: 'frames.main-thread-per-mb-tls',
  busy: 'frames.main-thread-60',
  late: 'input.late-100',
}

/** The figures of the main process's first thread, which takes frames and input. */
interface ThreadLoad {
  /** CPU time per sent MB of JPEG, ms. */
  perMbMs: number
  /** Its busy share of the time, in percent. */
  busy: number
}

async function show(app: Contender, peer: Peer, count: number, { settleMs }: Effort): Promise<void> {
  await peer.play({ moving: count })
  await app.show(count)
  await delay(settleMs)
}

async function threadLoad(app: Contender, peer: Peer, { measureMs }: Effort): Promise<ThreadLoad> {
  const read = async () => ({
    at: performance.now(),
    cpuMs: firstThreadCpuOf(app.pid),
    ...(await peer.read()),
  })
  const before = await read()
  await delay(measureMs)
  const after = await read()
  const cpuMs = after.cpuMs - before.cpuMs
  return {
    perMbMs: cpuMs / ((after.sentBytes - before.sentBytes) / bytesPerMb),
    busy: (cpuMs * 100) / (after.at - before.at),
  }
}

/** Asks the main process again and again. @returns how long each answer took, in ms */
function askOften(page: Page, ms: number): Promise<number[]> {
  return page.evaluate(
    async ({ forMs, everyMs }) => {
      const { fleetwall } = window as unknown as { fleetwall: Pick<PreloadApi, 'isOnTop'> }
      const asked: Promise<number>[] = []
      for (const until = performance.now() + forMs; performance.now() < until;) {
        const from = performance.now()
        asked.push(fleetwall.isOnTop().then(() => performance.now() - from))
        await new Promise((resolve) => setTimeout(resolve, everyMs))
      }
      return Promise.all(asked)
    },
    { forMs: ms, everyMs: askEveryMs },
  )
}

/** Measures what the first thread of the main process spends on frames, and how long it lets an input wait. */
export const mainThreadSuite: Suite = {
  ids: Object.values(ids),
  async run(context: SuiteContext) {
    const { effort } = context
    const pictures = await context.pictures(750)
    const [few, many] = [measured60, crowd].map((count) => Math.min(count, effort.mostPhones)) as [
      number,
      number,
    ]
    const plain: ThreadLoad[] = []
    const secure: ThreadLoad[] = []
    const late: number[] = []
    for (const isSecure of [false, true]) {
      const peer = await startPeer(pictures, { phones: many, walls: [few], isSecure })
      try {
        for (let repetition = 0; repetition < effort.longRepetitions; repetition += 1) {
          await measured(
            () => openOurs(context, peer),
            effort,
            async (app) => {
              await show(app, peer, few, effort)
              ;(isSecure ? secure : plain).push(await threadLoad(app, peer, effort))
              if (isSecure) return
              await show(app, peer, many, effort)
              late.push(quantile(await askOften(app.page, effort.quietMs), 0.95))
            },
          )
        }
      } finally {
        await peer.close()
      }
    }
    const perMb = ({ perMbMs }: ThreadLoad) => perMbMs
    return [
      figureOf(ids.perMb, 'ms of CPU', plain.map(perMb)),
      figureOf(ids.perMbTls, 'ms of CPU', secure.map(perMb)),
      figureOf(
        ids.busy,
        '% of the time',
        plain.map(({ busy }) => busy),
      ),
      figureOf(ids.late, 'ms, p95', late),
    ]
  },
}
