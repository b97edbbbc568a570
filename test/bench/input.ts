import { setTimeout as delay } from 'node:timers/promises'
import { openOurs, openPlainWay, type Contender } from './contender'
import { figureOf, type Figure } from './figure'
import { startPeer, type Peer } from './peer/start'
import { openSocketClient } from './socket-client'
import { quantile } from './statistics'
import { alternate, measured, type Suite, type SuiteContext } from './suite'

// One phone is pressed; under load the others move.
const phones = 31
const touched = 0
const spot = { x: 375, y: 607 }
// Each press gives two samples: press and release.
const manyPresses = 2
const warmUps = 5
const patienceMs = 20_000

/** The pause between presses, ms: no multiple of a refresh, and below the rate of the control channel. */
const rest = () => delay(50 + Math.random() * 50)

/** The source of presses and releases: the app, a plain page or a bare socket. */
type Toucher = Pick<Contender, 'press' | 'release' | 'touchedAt'>

/**
 * Presses and releases in turn.
 * @returns the time from each event to the arrival of its message at the service, ms
 */
async function touch(peer: Peer, moving: number, toucher: Toucher, presses: number): Promise<number[]> {
  for (let index = 0; index < warmUps; index += 1) await pressOnce(toucher)
  await peer.play({ moving })
  const before = (await toucher.touchedAt()).length
  for (let index = 0; index < presses; index += 1) await pressOnce(toucher)
  const tookAt = (await toucher.touchedAt()).slice(before)
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const { touchedAt } = await peer.read()
    if (touchedAt.length === tookAt.length) return touchedAt.map((at, index) => at - (tookAt[index] ?? NaN))
    if (performance.now() > giveUpAt) throw new Error(`${touchedAt.length} of ${tookAt.length} arrived`)
    await delay(50)
  }
}

async function pressOnce(toucher: Toucher): Promise<void> {
  await toucher.press()
  await rest()
  await toucher.release()
  await rest()
}

/** Measures the bare socket: the kernel's path and the wake-up of the receiver. */
async function openBare(peer: Peer): Promise<Toucher & { close(): Promise<void> }> {
  const publicId = peer.phones[touched] ?? ''
  const client = await openSocketClient(
    peer.socketUrl(publicId, 'stream'),
    peer.socketUrl(publicId, 'control'),
  )
  const touchedAt: number[] = []
  const send = (buttons: 0 | 1) => {
    touchedAt.push(performance.timeOrigin + performance.now())
    client.mouse(spot, buttons)
    return Promise.resolve()
  }
  return {
    press: () => send(1),
    release: () => send(0),
    touchedAt: () => Promise.resolve([...touchedAt]),
    close: () => Promise.resolve(client.close()),
  }
}

const loads = [
  { id: 'input.event-to-socket-idle', name: 'idle', moving: 0 },
  { id: 'input.event-to-socket-30', name: '30 phones move', moving: phones },
]
const tail = (id: string) => `${id}-p99`

/** Measures from the browser's time of a press or release to the arrival of its message at the service. */
export const inputSuite: Suite = {
  ids: loads.flatMap(({ id }) => [id, tail(id)]),
  async run(context: SuiteContext) {
    const { effort, note } = context
    const count = Math.min(phones, effort.mostPhones)
    const peer = await startPeer(await context.pictures(750), { phones: count, play: { fps: 10 } })
    const shown = async (opening: Promise<Contender>) => {
      const app = await opening
      await app.show(count)
      await app.pointAt(touched, spot)
      return app
    }
    // The repetitions of each load, in the order of `loads`.
    const nothing = (): number[][][] => loads.map(() => [])
    const found = { ours: nothing(), 'plain way': nothing(), limit: nothing() }
    const into = (runs: number[][][]) => async (toucher: Toucher) => {
      for (const [at, { moving }] of loads.entries())
        runs[at]?.push(await touch(peer, moving, toucher, effort.presses * manyPresses))
    }
    try {
      await alternate(effort.repetitions, [
        () => measured(() => shown(openOurs(context, peer)), effort, into(found.ours)),
        () => measured(() => shown(openPlainWay(context, peer, 'image')), effort, into(found['plain way'])),
        () => measured(() => openBare(peer), effort, into(found.limit)),
      ])
    } finally {
      await peer.close()
    }
    for (const [name, all] of Object.entries(found))
      for (const [at, runs] of all.entries()) {
        const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(runs.flat(), share).toFixed(2))
        note(`event to socket, ${name}, ${loads[at]?.name}: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`)
      }
    const row = (at: number, id: string, share: number): Figure => {
      const of = (all: number[][][]) => (all[at] ?? []).map((samples) => quantile(samples, share))
      return figureOf(id, `ms, p${share * 100}`, of(found.ours), of(found['plain way']))
    }
    return loads.flatMap(({ id }, at) => [row(at, id, 0.5), row(at, tail(id), 0.99)])
  },
}
