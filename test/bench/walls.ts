import { openOurs, openPlainWay, type Contender } from './contender'
import { figureOf, type Figure } from './figure'
import { hasLimit, limitIsMissing, measureLimit } from './jpeg-limit'
import { startPeer } from './peer/start'
import { median } from './statistics'
import { alternate, measured, type Suite, type SuiteContext } from './suite'
import { wallAge } from './wall-age'
import { loadWall, type WallLoad } from './wall-load'

const counts = [6, 12, 16, 30, 36, 60, 100] as const
type Count = (typeof counts)[number]
/** The sizes of the walls in the table. */
const tabled: readonly Count[] = [12, 30, 60, 100]
/** A plain page still keeps up with it. */
const carried = 6
/** Frames are decoded at 2/8, as for the other limits. */
const decoded = 16

const ways = ['ours', 'plain way', 'createImageBitmap'] as const
type Way = (typeof ways)[number]
/** The figures of each repetition. */
type Runs = Record<Way, Map<Count, WallLoad[]>>

const walked: Record<Way, readonly Count[]> = {
  ours: counts,
  'plain way': counts.filter((count) => count !== decoded),
  createImageBitmap: tabled,
}

const ids = {
  painted: (count: Count) => `frames.painted-${count}`,
  share: (count: Count) => `frames.share-painted-${count}`,
  cpu: (count: Count) => `frames.cpu-per-frame-${count}`,
  bitmap: (count: Count) => `frames.painted-${count}-bitmap`,
  bitmapCpu: (count: Count) => `frames.cpu-per-frame-${count}-bitmap`,
  age: (count: Count) => `frames.age-${count}`,
  shown: 'frames.cpu-per-shown',
  limit: 'frames.end-to-end-limit',
  rss: 'frames.renderer-rss-36',
  perTile: 'frames.memory-per-tile',
  main: 'frames.main-cpu-per-mb',
}

const framesPerCpuSecond = (ms: number): number => 1000 / ms

type Value = (load: WallLoad) => number

const valuesOf = (runs: Runs, way: Way, count: Count, value: Value): number[] =>
  (runs[way].get(count) ?? []).map(value)

/** Prints painted frames a second and CPU per frame for each app. */
function tableOf(runs: Runs): string[] {
  const cell = (way: Way, count: Count) => {
    const fps = median(valuesOf(runs, way, count, (load) => load.fps))
    const cpu = median(valuesOf(runs, way, count, (load) => load.cpuPerFrameMs))
    return `${fps.toFixed(0)} fps, ${cpu.toFixed(1)} ms`.padEnd(20)
  }
  return [
    `phones  ${ways.map((way) => way.padEnd(20)).join('')}(painted frames, CPU of one)`,
    ...tabled.map((count) => `${String(count).padEnd(8)}${ways.map((way) => cell(way, count)).join('')}`),
  ]
}

function figuresOf(runs: Runs, ages: ReadonlyMap<Count, number[]>, limit: readonly number[]): Figure[] {
  const ours = (count: Count, value: Value) => valuesOf(runs, 'ours', count, value)
  const against = (baseline: Way, id: string, unit: string, count: Count, value: Value) =>
    figureOf(id, unit, ours(count, value), valuesOf(runs, baseline, count, value))
  const fps = (load: WallLoad) => load.fps
  const cpu = (load: WallLoad) => load.cpuPerFrameMs
  const memory = (count: Count) => ours(count, ({ memoryMb }) => memoryMb)
  const perTile = memory(60).map((mb, run) => (mb - (memory(12)[run] ?? 0)) / (60 - 12))
  const endToEnd = ours(decoded, (load) => framesPerCpuSecond(load.cpuPerFrameMs))
  return [
    ...tabled.flatMap((count) => [
      against('plain way', ids.painted(count), 'fps', count, fps),
      against('plain way', ids.share(count), '% of the frames shown', count, ({ share }) => share),
      against('plain way', ids.cpu(count), 'ms of CPU', count, cpu),
      against('createImageBitmap', ids.bitmap(count), 'fps', count, fps),
      against('createImageBitmap', ids.bitmapCpu(count), 'ms of CPU', count, cpu),
      figureOf(ids.age(count), 'ms, from socket to paint', ages.get(count) ?? []),
    ]),
    against('plain way', ids.shown, 'ms of CPU', 36, cpu),
    ...(limit.length > 0
      ? [figureOf(ids.limit, 'frames a CPU second', endToEnd, limit.map(framesPerCpuSecond))]
      : []),
    against('plain way', ids.rss, 'MB', 36, ({ rendererMb }) => rendererMb),
    figureOf(ids.perTile, 'MB', perTile),
    figureOf(
      ids.main,
      'ms of CPU',
      ours(30, ({ mainCpuPerMbMs }) => mainCpuPerMbMs),
    ),
  ]
}

/** Compares growing walls of the app and two plain pages: painted frames, CPU per frame and memory. */
export const wallsSuite: Suite = {
  ids: [
    ...tabled.flatMap((count) => [
      ids.painted(count),
      ids.share(count),
      ids.cpu(count),
      ids.bitmap(count),
      ids.bitmapCpu(count),
      ids.age(count),
    ]),
    ids.shown,
    ids.limit,
    ids.rss,
    ids.perTile,
    ids.main,
  ],
  async run(context: SuiteContext) {
    const { effort, note } = context
    const pictures = await context.pictures(750)
    const shown = (count: Count) => Math.min(count, effort.mostPhones)
    const walls = counts.map(shown)
    const peer = await startPeer(pictures, { phones: Math.max(...walls), walls })
    const runs: Runs = { ours: new Map(), 'plain way': new Map(), createImageBitmap: new Map() }
    const ages = new Map<Count, number[]>()
    const limit: number[] = []
    try {
      const walk = (way: Way, open: () => Promise<Contender>) => () =>
        measured(open, { ...effort, settleMs: 0 }, async (app) => {
          const loads = new Map<number, WallLoad>()
          for (const count of walked[way]) {
            // The short form has several equal walls.
            const load = loads.get(shown(count)) ?? (await loadWall(app, peer, shown(count), effort))
            loads.set(shown(count), load)
            runs[way].set(count, [...(runs[way].get(count) ?? []), load])
            if (way !== 'ours' || !tabled.includes(count)) continue
            ages.set(count, [...(ages.get(count) ?? []), await wallAge(app, shown(count))])
          }
        })
      await alternate(effort.longRepetitions, [
        walk('ours', () => openOurs(context, peer)),
        walk('plain way', () => openPlainWay(context, peer, 'image')),
        walk('createImageBitmap', () => openPlainWay(context, peer, 'bitmap')),
        () => {
          if (hasLimit()) limit.push(measureLimit(pictures, 2, effort))
          return Promise.resolve()
        },
      ])
    } finally {
      await peer.close()
    }
    if (!hasLimit()) note(limitIsMissing)
    note(`each phone shows 10 JPEGs a second, of ${Math.round(pictures.meanBytes / 1000)} kB`)
    for (const line of tableOf(runs)) note(line)
    const cpuOfCarried = (way: Way) =>
      median(valuesOf(runs, way, carried, ({ cpuPerFrameMs }) => cpuPerFrameMs)).toFixed(1)
    note(
      `CPU of a shown frame with ${carried} phones, which the plain way still carries: ` +
        `ours ${cpuOfCarried('ours')} ms, plain way ${cpuOfCarried('plain way')} ms`,
    )
    return figuresOf(runs, ages, limit)
  },
}
