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
  learnsScopes: false,
  clock: systemClock,
  random: Math.random,
  nextTile: () => ++tiles,
  pace: { framesPerSecond: 60, isLowered: false },
  mostFps: () => ({ thumbnails: 0, focus: 0 }),
  isPaused: () => false,
  frames: {
    offer: (tile) => void frames.set(tile, (frames.get(tile) ?? 0) + 1),
    drop: () => undefined,
    prefer: () => undefined,
  },
  emit(event) {
    switch (event.type) {
      case 'devices': {
        // Visible phones are live, as far as the account allows.
        const visible = event.devices.devices.map(({ public_id }) => public_id)
        return fleet.show({ visible, focused: [], selected: [] })
      }
      case 'tile':
        return print(`${event.tile.publicId} is ${event.tile.state}`)
      case 'usage':
        return print(`minutes left: ${event.usage.usage?.active_minutes.remaining ?? 'not known'}`)
      case 'notice':
        return print(`${event.publicId}: ${event.fault.kind}`)
      default:
    }
  },
})

setTimeout(async () => {
  const [first] = fleet.devices.devices
  if (first) await fleet.act(first.public_id, { type: 'tap', x: 100, y: 200 })
  const counts = [...frames.values()]
  print(`frames: ${counts.reduce((sum, count) => sum + count, 0)} from ${counts.length} phones`)
  fleet.close()
}, 3000)
