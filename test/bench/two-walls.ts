import { frameWorkersOf, openOurs, searchFor, showsLive, type Contender } from './contender'
import { figureOf } from './figure'
import { appPaints, tapPaints } from './page-tap'
import { restWord } from './peer/play'
import { startPeer, type Peer } from './peer/start'
import { runCommand } from './run-command'
import { alternate, measured, type Suite, type SuiteContext } from './suite'
import { loadWall } from './wall-load'

const id = 'frames.painted-60-two'
const moving = 60

/** Opens a second wall of the same size: each shows half of the phones, and paints of both count. */
async function openTwo(context: SuiteContext, peer: Peer): Promise<Contender> {
  const first = await openOurs(context, peer)
  const coming = first.page.context().waitForEvent('page')
  await runCommand(first.page, 'window.new-wall')
  const page = await coming
  const more = await tapPaints(await frameWorkersOf(page), appPaints)
  return {
    ...first,
    paints: {
      ...first.paints,
      count: async (from, to) => (await first.paints.count(from, to)) + (await more.count(from, to)),
    },
    async show(count) {
      const half = count / 2
      await searchFor(page, restWord(half))
      await first.show(half)
      await showsLive(page, half)
    },
  }
}

/** Compares a wall of 60 moving phones with two walls of 30. */
export const twoWallsSuite: Suite = {
  ids: [id],
  async run(context: SuiteContext) {
    const { effort, note } = context
    const count = Math.min(moving, effort.mostPhones)
    const peer = await startPeer(await context.pictures(750), { phones: count, walls: [count / 2] })
    const two: number[] = []
    const one: number[] = []
    const costs = { two: [] as number[], one: [] as number[] }
    try {
      const measure = (open: () => Promise<Contender>, fps: number[], cpu: number[]) => () =>
        measured(open, { ...effort, settleMs: 0 }, async (app) => {
          const load = await loadWall(app, peer, count, effort)
          fps.push(load.fps)
          cpu.push(load.cpuPerFrameMs)
        })
      await alternate(effort.repetitions, [
        measure(() => openTwo(context, peer), two, costs.two),
        measure(() => openOurs(context, peer), one, costs.one),
      ])
    } finally {
      await peer.close()
    }
    const listed = (all: readonly number[], digits: number) =>
      all.map((each) => each.toFixed(digits)).join(', ')
    note(`60 phones in two walls: ${listed(two, 0)} fps, ${listed(costs.two, 1)} ms of CPU a frame`)
    note(`in one: ${listed(one, 0)} fps, ${listed(costs.one, 1)} ms`)
    return [figureOf(id, 'fps, over one wall', two, one)]
  },
}
