import { setTimeout as delay } from 'node:timers/promises'
import { openOurs, openPlainWay, type Contender } from './contender'
import { figure, figureOf } from './figure'
import { startPeer, type Peer } from './peer/start'
import { openSocketClient } from './socket-client'
import { median, quantile } from './statistics'
import { alternate, measured, type Suite, type SuiteContext } from './suite'

const phones = 12
// One phone is pressed, the others move.
const livePhones = 31
export const touchedPhone = 0
export const touchedSpot = { x: 375, y: 607 }
// The first presses are the slowest (spec 4.11), and code warms up.
export const warmUps = 5
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

/** The pause until the next frame may come at once, even at 5 a second; no multiple of a refresh. */
const rest = () => delay(220 + Math.random() * 50)

/** Presses once. @returns ms from the press to the paint of the phone's answer */
async function clickOnce(app: Contender): Promise<number> {
  await rest()
  const changed = app.paints.next()
  await app.press()
  const paintedAt = await inTime(changed)
  const pressedAt = (await app.touchedAt()).at(-1)
  if (pressedAt === undefined) throw new Error('no press has reached the page')
  const released = app.paints.next()
  await app.release()
  await inTime(released)
  return paintedAt - pressedAt
}

/** Presses again and again. @returns ms from each press to the paint of the phone's answer */
export async function clickThrough(app: Contender, presses: number): Promise<number[]> {
  const samples: number[] = []
  for (let index = 0; index < presses; index += 1) samples.push(await clickOnce(app))
  return samples
}

/** A wall that moves only after a press. */
async function clickIdle(app: Contender, peer: Peer, count: number, presses: number): Promise<number[]> {
  await peer.play({ moving: 0 })
  await app.paints.follow('any')
  await app.show(count)
  await app.pointAt(touchedPhone, touchedSpot)
  await clickThrough(app, warmUps)
  await app.paints.follow('last')
  return clickThrough(app, presses)
}

/** The same wall with all other phones moving. */
async function clickUnderLoad(
  app: Contender,
  peer: Peer,
  settleMs: number,
  presses: number,
): Promise<number[]> {
  await peer.play({ moving: livePhones })
  await delay(settleMs)
  return clickThrough(app, presses)
}

/** Measures from each press to the arrival of its frame, ms. */
async function limitOf(peer: Peer, publicId: string, presses: number): Promise<number[]> {
  await peer.play({ moving: 0 })
  const client = await openSocketClient(
    peer.socketUrl(publicId, 'stream'),
    peer.socketUrl(publicId, 'control'),
  )
  const samples: number[] = []
  for (let index = 0; index < warmUps + presses; index += 1) {
    await rest()
    const changed = client.frame()
    const pressedAt = now()
    client.mouse(touchedSpot, 1)
    await inTime(changed)
    if (index >= warmUps) samples.push(now() - pressedAt)
    const released = client.frame()
    client.mouse(touchedSpot, 0)
    await inTime(released)
  }
  client.close()
  return samples
}

const ids = {
  click: 'frames.click-to-pixel-idle',
  added: 'frames.click-to-pixel-added',
  live: 'frames.click-to-pixel-30',
}
const p95 = (samples: readonly number[]): number => quantile(samples, 0.95)

/** Measures from the press of a phone that answers at once to the paint of the answer. */
export const clickSuite: Suite = {
  ids: Object.values(ids),
  async run(context: SuiteContext) {
    const { effort, note } = context
    const peer = await startPeer(await context.pictures(750), {
      phones: livePhones,
      walls: [phones],
      play: { fps: 10 },
    })
    const found = {
      ours: [],
      'plain way': [],
      limit: [],
      'ours, 31 phones': [],
      'ours, 30 move': [],
    } as Record<'ours' | 'plain way' | 'limit' | 'ours, 31 phones' | 'ours, 30 move', number[][]>
    const { presses, settleMs, repetitions } = effort
    try {
      await alternate(repetitions, [
        () =>
          measured(
            () => openOurs(context, peer),
            effort,
            async (app) => {
              found.ours.push(await clickIdle(app, peer, phones, presses))
              found['ours, 31 phones'].push(await clickIdle(app, peer, livePhones, presses))
              found['ours, 30 move'].push(await clickUnderLoad(app, peer, settleMs, presses))
            },
          ),
        () =>
          measured(
            () => openPlainWay(context, peer, 'image', { readsBack: true }),
            effort,
            async (app) => void found['plain way'].push(await clickIdle(app, peer, phones, presses)),
          ),
        async () => void found.limit.push(await limitOf(peer, peer.phones[touchedPhone] ?? '', presses)),
      ])
    } finally {
      await peer.close()
    }
    for (const [name, runs] of Object.entries(found)) {
      const [p50, high, p99] = [0.5, 0.95, 0.99].map((share) => quantile(runs.flat(), share).toFixed(1))
      note(`click to pixel, ${name}: p50 ${p50} ms, p95 ${high} ms, p99 ${p99} ms`)
    }
    // Each repetition is compared with its own limit, under the same load.
    const added = (runs: number[][]) =>
      runs.map((samples, repetition) => median(samples) - median(found.limit[repetition] ?? []))
    const all = found.ours.flat()
    return [
      figure({
        id: ids.click,
        ours: median(found.ours.map(median)),
        unit: 'ms, p50',
        baseline: median(found['plain way'].map(median)),
        spread: [quantile(all, 0.1), quantile(all, 0.99)],
      }),
      figureOf(ids.added, 'ms over the limit, p50', added(found.ours), added(found['plain way'])),
      figureOf(
        ids.live,
        'ms, p95, over an idle wall',
        found['ours, 30 move'].map(p95),
        found['ours, 31 phones'].map(p95),
      ),
    ]
  },
}
