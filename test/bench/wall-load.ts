import { setTimeout as delay } from 'node:timers/promises'
import type { Contender } from './contender'
import type { Peer } from './peer/start'
import { memoryOfTree } from './process-memory'
import { cpuOf, cpuOfTree } from './process-tree'
import type { Effort } from './suite'

/** What was found while so many phones streamed at once. */
export interface WallLoad {
  /** Frames painted a second, all phones together. */
  fps: number
  /** Of the frames that the phones showed, in percent. */
  share: number
  /** CPU time of all processes of the app for each painted frame, ms. */
  cpuPerFrameMs: number
  /** CPU time of the main process for each MB of JPEG that was sent, ms. */
  mainCpuPerMbMs: number
  /** Resident memory of the renderer, MB. */
  rendererMb: number
  /** Memory of all processes, MB; what they share counts once. */
  memoryMb: number
}

const now = () => performance.timeOrigin + performance.now()
const bytesPerMb = 1e6

/** Shows the first so many phones, all of which move, and measures the app. */
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
