import { clickThrough, touchedPhone, touchedSpot, warmUps } from './click'
import { figureOf } from './figure'
import { startPeer } from './peer/start'
import { openWithProgram, type AppWithProgram } from './program'
import { quantile } from './statistics'
import { measured, type Suite, type SuiteContext } from './suite'

const id = 'frames.click-to-pixel-agent'
const moving = 60
const used = 10

/** Has a program see and tap phones, each again and again, while `work` goes on. */
async function withAgent<Found>(
  { call }: AppWithProgram,
  phones: readonly string[],
  work: () => Promise<Found>,
): Promise<Found> {
  let isOver = false
  const use = async (phone: string) => {
    while (!isOver) {
      await call('see', { phone })
      await call('tap', { phone, x: 100, y: 100 })
    }
  }
  const using = Promise.allSettled(phones.map(use))
  const found = await work().finally(() => (isOver = true))
  for (const used of await using) if (used.status === 'rejected') throw used.reason
  return found
}

/** Measures presses on a wall of 60 moving phones, with a program at work on 10 of them and without. */
export const clickAgentSuite: Suite = {
  ids: [id],
  async run(context: SuiteContext) {
    const { effort, note } = context
    const count = Math.min(moving, effort.mostPhones) + 1
    const peer = await startPeer(await context.pictures(750), {
      phones: count,
      walls: [count],
      play: { fps: 10 },
    })
    const found = { with: [] as number[][], without: [] as number[][] }
    try {
      for (let repetition = 0; repetition < effort.repetitions; repetition += 1)
        await measured(
          () => openWithProgram(context, peer),
          effort,
          async (program) => {
            const { app } = program
            await app.paints.follow('any')
            await app.show(count)
            await app.pointAt(touchedPhone, touchedSpot)
            await clickThrough(app, warmUps)
            await app.paints.follow('last')
            await peer.play({ moving: count })
            const agent = peer.phones.slice(touchedPhone + 1, touchedPhone + 1 + used)
            const turns = [
              async () => void found.without.push(await clickThrough(app, effort.presses)),
              async () =>
                void found.with.push(
                  await withAgent(program, agent, () => clickThrough(app, effort.presses)),
                ),
            ]
            for (const turn of repetition % 2 === 0 ? turns : turns.toReversed()) await turn()
          },
        )
    } finally {
      await peer.close()
    }
    for (const [name, runs] of Object.entries(found)) {
      const [low, p50, p95] = [0.1, 0.5, 0.95].map((share) => quantile(runs.flat(), share).toFixed(1))
      note(
        `click to pixel, 60 move, ${name} an agent on ${used}: p10 ${low} ms, p50 ${p50} ms, p95 ${p95} ms`,
      )
    }
    const of = (runs: number[][]) => runs.map((samples) => quantile(samples, 0.5))
    return [figureOf(id, 'ms, p50, over no agent', of(found.with), of(found.without))]
  },
}
