import { setTimeout as delay } from 'node:timers/promises'
import { openOurs } from './contender'
import { figureOf } from './figure'
import { startPeer } from './peer/start'
import { cpuOfTree } from './process-tree'
import type { Suite, SuiteContext } from './suite'

const phones = 30
const resendMs = 3000
const id = 'frames.still-30'

/** Compares a wall of still phones with a window without phones. */
export const stillSuite: Suite = {
  ids: [id],
  async run(context: SuiteContext) {
    const { quietMs, repetitions } = context.effort
    const pictures = await context.pictures(750)
    const peer = await startPeer(pictures, { phones, play: { resendMs } })
    const emptyPeer = await startPeer(pictures, { phones: 0 })
    const wall: number[] = []
    const empty: number[] = []
    try {
      const [app, emptyApp] = await Promise.all([openOurs(context, peer), openOurs(context, emptyPeer)])
      try {
        await emptyPeer.play({ listed: true })
        await app.show(phones)
        // Lets start-up work finish.
        await delay(quietMs)
        for (let repetition = 0; repetition < repetitions; repetition += 1) {
          const before = { wall: cpuOfTree(app.pid), empty: cpuOfTree(emptyApp.pid) }
          await delay(quietMs)
          wall.push((cpuOfTree(app.pid) - before.wall) / (quietMs / 1000))
          empty.push((cpuOfTree(emptyApp.pid) - before.empty) / (quietMs / 1000))
        }
      } finally {
        await Promise.all([app.close(), emptyApp.close()])
      }
    } finally {
      await Promise.all([peer.close(), emptyPeer.close()])
    }
    return [figureOf(id, 'ms of CPU a second', wall, empty)]
  },
}
