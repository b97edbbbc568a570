import { setTimeout as delay } from 'node:timers/promises'
import type { Contender } from './contender'
import type { Peer } from './peer/start'
import { memoryOfTree } from './process-memory'
import { cpuOf, cpuOfTree } from './process-tree'
import type { Effort } from './suite'

/** The figures of one number of streaming phones. */
export interface WallLoad {
  /** Frames painted a second, all phones together. */
  fps: number
  /** The share of shown frames, in percent. */
  share: number
  /** CPU time of all the app's processes per painted frame, ms. */
  cpuPerFrameMs: number
  /** CPU time of the main process per sent MB of JPEG, ms. */
  mainCpuPerMbMs: number
  /** Resident memory of the renderer, MB. */
  rendererMb: number
  /** Memory of all processes, MB; shared memory counts once. */
  memoryMb: number
}

const now = () => performance.timeOrigin + performance.now()
const bytesPerMb = 1e6

/** Shows the first `count` phones, all moving, and measures the app. */
export async function loadWall(
  app: Contender,
  peer: Peer,
  count: number,
  { settleMs, measureMs }: Effort,
): Promise<WallLoad> {
  await peer.play({ moving: count })
  await app.show(count)
  await delay(settleMs)
  const read = async () => ({
    at: now(),
    cpuMs: cpuOfTree(app.pid),
    mainCpuMs: cpuOf(app.pid),
    ...(await peer.read()),
  })
  const before = await read()
  await delay(measureMs)
  const after = await read()
  const painted = await app.paints.count(before.at, after.at)
  const memory = memoryOfTree(app.pid)
  return {
    fps: (painted * 1000) / (after.at - before.at),
    share: (painted * 100) / (after.shown - before.shown),
    cpuPerFrameMs: (after.cpuMs - before.cpuMs) / painted,
    mainCpuPerMbMs:
      (after.mainCpuMs - before.mainCpuMs) / ((after.sentBytes - before.sentBytes) / bytesPerMb),
    rendererMb: Math.max(
      ...memory.filter(({ kind }) => kind === 'renderer').map(({ residentMb }) => residentMb),
    ),
    memoryMb: memory.reduce((sum, { shareMb }) => sum + shareMb, 0),
  }
}
