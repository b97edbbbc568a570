// Opens the fleet that the environment names, taps one phone and counts the frames of three seconds.
import process from 'node:process'
import { systemClock } from '../src-main/core/time/clock'
import { takeEnvironmentFleet } from '../src-main/core/saved-fleets/environment-fleet'
import { openFleet } from '../src-main/core/open-fleet/open-fleet'
import { createVocabularyFile } from '../src-main/core/settings/vocabulary-file'

const access = takeEnvironmentFleet(process.env)
if (!access) throw new Error('Set both FLEETWALL_BASE_URL and FLEETWALL_API_KEY.')
const print = (line: string) => process.stdout.write(`${line}\n`)

let tiles = 0
const frames = new Map<number, number>()
const fleet = openFleet({
  access,
  words: createVocabularyFile('vocabulary.json').state.words,
  lacks: () => false,
  clock: systemClock,
  random: Math.random,
  nextTile: () => ++tiles,
  note: () => undefined,
  onTouched: () => undefined,
  onMirrored: () => undefined,
  onSpent: () => undefined,
  pace: { framesPerSecond: 60 },
  mostFps: () => ({ thumbnails: 0, focus: 0 }),
  isPaused: () => false,
  frames: {
    offer: (tile) => Boolean(frames.set(tile, (frames.get(tile) ?? 0) + 1)),
    drop: () => undefined,
    prefer: () => undefined,
    newest: () => null,
  },
  sink: { wants: () => false, push: () => undefined },
  events: {
    // Visible phones are live, as far as the account allows.
    devices: ({ devices }) =>
      fleet.show({ visible: devices.map(({ public_id }) => public_id), focused: [], selected: [] }),
    tile: ({ publicId, state }) => print(`${publicId} is ${state}`),
    usage: ({ usage }) => print(`minutes left: ${usage?.active_minutes.remaining ?? 'not known'}`),
    underWay: () => undefined,
    jobs: () => undefined,
    tasks: () => undefined,
    notice: (publicId, fault) => print(`${publicId}: ${fault.kind}`),
  },
})

setTimeout(async () => {
  const [first] = fleet.devices.devices
  if (first) await fleet.act(first.public_id, { type: 'tap', x: 100, y: 200 })
  const counts = [...frames.values()]
  print(`frames: ${counts.reduce((sum, count) => sum + count, 0)} from ${counts.length} phones`)
  fleet.close()
}, 3000)
