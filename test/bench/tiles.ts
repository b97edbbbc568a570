import { openOurs, openPlainWay, type Contender } from './contender'
import { figureOf } from './figure'
import { startPeer, type Peer } from './peer/start'
import { alternate, type Effort, type frameSizes, type Suite, type SuiteContext } from './suite'
import { loadWall } from './wall-load'

/** The numbers of phones to try, about 10% apart; more don't fit into the window. */
const ladder = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 22, 24, 27, 30, 33, 36, 40, 44, 48, 52, 56, 60, 65, 70,
]
const leastShare = 95

/** The start of the search: the last result, so that later repetitions need two steps. */
interface Guess {
  rung: number
}

/** Adds phones while the wall keeps up, or removes them until it does. @returns phones; 0 if not even one is painted */
async function most(guess: Guess, holds: (count: number) => Promise<boolean>): Promise<number> {
  const passes = async (rung: number) => {
    const count = ladder[rung]
    return count !== undefined && (await holds(count))
  }
  let { rung } = guess
  if (await passes(rung)) {
    while (await passes(rung + 1)) rung += 1
  } else {
    do rung -= 1
    while (rung >= 0 && !(await passes(rung)))
  }
  guess.rung = Math.max(0, rung)
  return ladder[rung] ?? 0
}

/**
 * Finds the most phones at 10 frames a second in one window with nearly every frame painted. An app that fell behind asks
 * for fewer frames from then on, so each wall gets a new app.
 */
async function mostTiles(
  open: () => Promise<Contender>,
  peer: Peer,
  guess: Guess,
  effort: Effort,
): Promise<number> {
  const running: { app: Contender | null } = { app: null }
  const end = async () => {
    await running.app?.close()
    running.app = null
  }
  try {
    return await most(guess, async (count) => {
      if (count > effort.mostPhones) return false
      running.app ??= await open()
      const { share } = await loadWall(running.app, peer, count, effort)
      if (share < leastShare) await end()
      return share >= leastShare
    })
  } finally {
    await end()
  }
}

/** @param width the frames' width, px */
export function tilesSuite(width: keyof typeof frameSizes, begin: { ours: number; plain: number }): Suite {
  const id = `frames.tiles-10fps-${width}`
  return {
    ids: [id],
    async run(context: SuiteContext) {
      const { effort, note } = context
      const pictures = await context.pictures(width)
      const peer = await startPeer(pictures, { phones: Math.max(...ladder), walls: ladder })
      const rungOf = (count: number): Guess => ({ rung: ladder.indexOf(Math.min(count, effort.mostPhones)) })
      const guess = { ours: rungOf(begin.ours), plain: rungOf(begin.plain) }
      const ours: number[] = []
      const plain: number[] = []
      try {
        const search = (open: () => Promise<Contender>, from: Guess) => mostTiles(open, peer, from, effort)
        await alternate(effort.longRepetitions, [
          async () => void ours.push(await search(() => openOurs(context, peer), guess.ours)),
          async () => void plain.push(await search(() => openPlainWay(context, peer, 'image'), guess.plain)),
        ])
      } finally {
        await peer.close()
      }
      note(
        `most of the tiles at ${width} px, of JPEGs of ${Math.round(pictures.meanBytes / 1000)} kB: ` +
          `ours ${ours.join(', ')}; plain way ${plain.join(', ')}`,
      )
      return [figureOf(id, 'phones at 10 fps', ours, plain)]
    },
  }
}
