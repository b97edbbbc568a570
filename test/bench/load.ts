import { setTimeout as delay } from 'node:timers/promises'
import { openOurs, openPlainWay, type Box, type Contender } from './contender'
import { figure } from './figure'
import { startFleet, type BenchFleet } from './fleet'
import { openSocketClient } from './socket-client'
import { median } from './statistics'
import { alternate, measured, type Suite, type SuiteContext } from './suite'

const fps = 10
// Two rounds of the pictures that the simulator replays.
const sampledFrames = 24

interface Sent {
  /** Mean, in bytes. */
  frameBytes: number
  fps: number
}

interface LoadRun {
  fps: number
  cpuPerFrameMs: number
  /** Frames painted of those sent, in percent. */
  share: number
}

const now = () => performance.timeOrigin + performance.now()

/** What one phone really sends. @param publicId a phone that nobody else watches */
export async function sampleStream(fleet: BenchFleet, publicId: string): Promise<Sent> {
  const client = await openSocketClient(
    fleet.socketUrl(publicId, 'stream'),
    fleet.socketUrl(publicId, 'control'),
  )
  await client.frame()
  const from = now()
  let bytes = 0
  for (let index = 0; index < sampledFrames; index += 1) bytes += (await client.frame()).byteLength
  const seconds = (now() - from) / 1000
  client.close()
  return { frameBytes: bytes / sampledFrames, fps: sampledFrames / seconds }
}

async function measure(app: Contender, fleet: BenchFleet, sent: Sent, ms: number): Promise<LoadRun> {
  const before = { at: now(), cpuMs: app.cpuMs(), bytes: fleet.sentBytes() }
  await delay(ms)
  const after = { at: now(), cpuMs: app.cpuMs(), bytes: fleet.sentBytes() }
  const painted = await app.paints.count(before.at, after.at)
  const framesSent = (after.bytes - before.bytes) / sent.frameBytes
  return {
    fps: (painted * 1000) / (after.at - before.at),
    cpuPerFrameMs: (after.cpuMs - before.cpuMs) / painted,
    share: (painted * 100) / framesSent,
  }
}

/** All phones stream at once: how many of the frames are painted, and what each costs. */
export function loadSuite(phones: number): Suite {
  const ids = {
    painted: `frames.painted-${phones}`,
    share: `frames.share-painted-${phones}`,
    cpu: `frames.cpu-per-frame-${phones}`,
  }
  return {
    ids: Object.values(ids),
    async run({ machine, plainWay, effort, note }: SuiteContext) {
      const fleet = await startFleet({ phones, frames: 'replay', maxFps: fps })
      try {
        const sent = await sampleStream(fleet, fleet.phones[0] ?? '')
        let boxes: Box[] = []
        const ours: LoadRun[] = []
        const plain: LoadRun[] = []
        const run = (app: Contender) => measure(app, fleet, sent, effort.measureMs)
        // Ours is the first, and tells where the pictures are.
        await alternate(effort.repetitions, [
          async () => {
            const open = () => openOurs(machine, fleet)
            ours.push(
              await measured(open, effort, (app) => {
                boxes = app.boxes
                return run(app)
              }),
            )
          },
          async () => {
            const open = () => openPlainWay(machine, plainWay, fleet, { boxes, readsBack: false })
            plain.push(await measured(open, effort, run))
          },
        ])
        const box = boxes[0]
        note(
          `${phones} phones: JPEGs of ${Math.round(sent.frameBytes / 1000)} kB at ${sent.fps.toFixed(1)} a second each, ` +
            `shown at ${Math.round(box?.width ?? 0)}×${Math.round(box?.height ?? 0)} CSS px`,
        )
        const compared = (id: string, unit: string, value: (run: LoadRun) => number) =>
          figure({
            id,
            unit,
            ours: median(ours.map(value)),
            baseline: median(plain.map(value)),
            spread: [Math.min(...ours.map(value)), Math.max(...ours.map(value))],
          })
        return [
          compared(ids.painted, 'fps', (run) => run.fps),
          compared(ids.share, '% of the frames sent', (run) => run.share),
          compared(ids.cpu, 'ms of CPU', (run) => run.cpuPerFrameMs),
        ]
      } finally {
        await fleet.close()
      }
    },
  }
}
