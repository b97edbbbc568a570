import { setTimeout as delay } from 'node:timers/promises'
import { openOurs, openPlainWay, type Box, type Contender } from './contender'
import { figure } from './figure'
import { startFleet, type BenchFleet } from './fleet'
import { openSocketClient } from './socket-client'
import { median, quantile } from './statistics'
import { alternate, measured, type Suite, type SuiteContext } from './suite'

const phones = 12
const touched = 0
// The 5 of the Phone app's number pad: it changes its colour as soon as the finger is down.
const key = { x: 375, y: 607 }
// The first press on a channel is the slowest (spec 4.11), and code warms up.
const warmUps = 5
const patienceMs = 10_000

const now = () => performance.timeOrigin + performance.now()

async function inTime<T>(promise: Promise<T>): Promise<T> {
  const late = new AbortController()
  const timeout = delay(patienceMs, null, { signal: late.signal }).then(() => {
    throw new Error('a press changed nothing on the screen')
  })
  timeout.catch(() => undefined)
  return Promise.race([promise, timeout]).finally(() => late.abort())
}

/** Until the wall is still again, at no fixed place between two refreshes; the clocks' minute changes no sample. */
async function rest(): Promise<void> {
  await delay(120 + Math.random() * 50)
  const toNextMinute = 60_000 - (Date.now() % 60_000)
  if (toNextMinute < 1000) await delay(toNextMinute + 500)
}

/** From presses to the paints that they cause, ms each. */
async function clickThrough(app: Contender, presses: number): Promise<number[]> {
  await app.pointAt(touched, key)
  const samples: number[] = []
  for (let index = 0; index < warmUps + presses; index += 1) {
    await rest()
    const changed = app.paints.next()
    await app.press()
    const paintedAt = await inTime(changed)
    if (index >= warmUps) samples.push(paintedAt - (await app.pressedAt()))
    const released = app.paints.next()
    await app.release()
    await inTime(released)
  }
  return samples
}

/** From sending presses to the arrival of the frames that they cause, ms each. */
async function limitOf(fleet: BenchFleet, publicId: string, presses: number): Promise<number[]> {
  const client = await openSocketClient(
    fleet.socketUrl(publicId, 'stream'),
    fleet.socketUrl(publicId, 'control'),
  )
  const samples: number[] = []
  for (let index = 0; index < warmUps + presses; index += 1) {
    await rest()
    const changed = client.frame()
    const pressedAt = now()
    client.mouse(key, 1)
    await inTime(changed)
    if (index >= warmUps) samples.push(now() - pressedAt)
    const released = client.frame()
    client.mouse(key, 0)
    await inTime(released)
  }
  client.close()
  return samples
}

const ids = { click: 'frames.click-to-pixel-idle', added: 'frames.click-to-pixel-added' }

/** A wall of still phones, one of which is pressed: when the change is seen. */
export const clickSuite: Suite = {
  ids: Object.values(ids),
  async run({ machine, plainWay, effort, note }: SuiteContext) {
    const fleet = await startFleet({ phones, frames: 'screen', maxFps: 30 })
    try {
      const publicId = fleet.phones[touched] ?? ''
      await fleet.act(publicId, { type: 'open_app', target: 'sys_phone' })
      let boxes: Box[] = []
      const ours: number[][] = []
      const plain: number[][] = []
      const limit: number[][] = []
      const run = (app: Contender) => clickThrough(app, effort.presses)
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
          const open = () => openPlainWay(machine, plainWay, fleet, { boxes, readsBack: true })
          plain.push(await measured(open, effort, run))
        },
        async () => void limit.push(await limitOf(fleet, publicId, effort.presses)),
      ])
      for (const [name, runs] of Object.entries({ ours, 'plain way': plain, limit })) {
        const [middle, high] = [quantile(runs.flat(), 0.5), quantile(runs.flat(), 0.99)]
        note(`click to pixel, ${name}: p50 ${middle.toFixed(1)} ms, p99 ${high.toFixed(1)} ms`)
      }
      // What a repetition adds is taken against the limit of the same repetition, under the same load.
      const added = (runs: number[][]) =>
        runs.map((samples, repetition) => median(samples) - median(limit[repetition] ?? []))
      const all = ours.flat()
      return [
        figure({
          id: ids.click,
          ours: median(ours.map(median)),
          unit: 'ms, p50',
          baseline: median(plain.map(median)),
          spread: [quantile(all, 0.1), quantile(all, 0.99)],
        }),
        figure({
          id: ids.added,
          ours: median(added(ours)),
          unit: 'ms over the limit, p50',
          baseline: median(added(plain)),
          spread: [Math.min(...added(ours)), Math.max(...added(ours))],
        }),
      ]
    } finally {
      await fleet.close()
    }
  },
}
