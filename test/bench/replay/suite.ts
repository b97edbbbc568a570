import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { outputOf, stop } from '../../e2e/harness/process'
import { figureOf } from '../figure'
import { startFleet } from '../fleet'
import { bytesWritten, cpuOfTree } from '../process-tree'
import { alternate, frameSizes, type Effort, type Suite } from '../suite'

const phones = 200

interface Sender {
  pid: number
  urls: string[]
}

interface Sent {
  fps: number
  /** The share of one core. */
  cpuPercent: number
}

function run(script: string, args: readonly string[]): ChildProcess {
  const file = fileURLToPath(new URL(script, import.meta.url))
  return spawn(process.execPath, ['--import', 'tsx', file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('a process of the bench has not started')
  return pid
}

/** The figures of one sender on all its streams. */
async function measureSender(sender: Sender, frameBytes: number, effort: Effort): Promise<Sent> {
  const sink = run('./sink.ts', sender.urls)
  try {
    await outputOf(sink).shows(/ready/)
    const gone = once(sink, 'exit').then(() => {
      throw new Error('a stream ended while it was measured')
    })
    gone.catch(() => undefined)
    await delay(effort.settleMs)
    const read = () => ({
      at: performance.now(),
      bytes: bytesWritten(sender.pid),
      cpuMs: cpuOfTree(sender.pid),
    })
    const before = read()
    await Promise.race([delay(effort.measureMs), gone])
    const after = read()
    const seconds = (after.at - before.at) / 1000
    return {
      fps: (after.bytes - before.bytes) / frameBytes / seconds,
      cpuPercent: (after.cpuMs - before.cpuMs) / 10 / seconds,
    }
  } finally {
    await stop(sink)
  }
}

/** Compares the frames and the CPU time of the simulator on 200 streams with a sender that does nothing else. */
export function replaySuite(fps: number): Suite {
  const ids = { fps: `simulator.replay-fps-${fps}`, cpu: `simulator.replay-cpu-${fps}` }
  return {
    ids: Object.values(ids),
    async run({ effort, pictures, note }) {
      const frameBytes = Math.round((await pictures(750)).meanBytes)
      const fleet = await startFleet({ phones, frame: frameSizes[750], maxFps: fps })
      try {
        note(`${phones} streams asked for ${fps} frames of ${Math.round(frameBytes / 1000)} kB a second each`)
        const bare = run('./bare-sender.ts', [String(frameBytes), String(fps)])
        try {
          const [, port = ''] = await outputOf(bare).shows(/port (\d+)/)
          const bareUrls = fleet.phones.map((publicId) => `http://127.0.0.1:${port}/${publicId}`)
          const ours: Sent[] = []
          const limit: Sent[] = []
          const urls = fleet.phones.map((publicId) => fleet.streamUrl(publicId))
          await alternate(effort.repetitions, [
            async () => void ours.push(await measureSender({ pid: fleet.pid, urls }, frameBytes, effort)),
            async () =>
              void limit.push(await measureSender({ pid: pidOf(bare), urls: bareUrls }, frameBytes, effort)),
          ])
          const compared = (id: string, unit: string, value: (sent: Sent) => number) =>
            figureOf(id, unit, ours.map(value), limit.map(value))
          return [
            compared(ids.fps, 'fps, all streams', ({ fps: sent }) => sent),
            compared(ids.cpu, '% of a core', ({ cpuPercent }) => cpuPercent),
          ]
        } finally {
          await stop(bare)
        }
      } finally {
        await fleet.close()
      }
    },
  }
}
