import type { DeviceConfig } from '../config'
import { ConfigError } from '../config'
import type { Size } from '../screens/handset'
import { Random } from '../random'
import { DEFAULT_LABEL_COLOR, LABELS_PER_ACCOUNT } from './labels'

/** A phone's sizes: logical points, and snapshot pixels. */
interface Model {
  screen: Size
  snapshot: Size
}

const model = (width: number, height: number, scale: number): Model => ({
  screen: { width, height },
  snapshot: { width: width * scale, height: height * scale },
})

const COMPACT = model(375, 667, 2)
const WIDE = model(414, 896, 2)
const TALL = model(390, 844, 3)
const MODELS = [
  COMPACT,
  COMPACT,
  TALL,
  COMPACT,
  WIDE,
  COMPACT,
  COMPACT,
  model(375, 812, 3),
  COMPACT,
  TALL,
  COMPACT,
  WIDE,
]

const PLANTS = [
  'Aster',
  'Birch',
  'Clover',
  'Dahlia',
  'Elder',
  'Fern',
  'Ginkgo',
  'Hazel',
  'Iris',
  'Juniper',
  'Kelp',
  'Linden',
  'Maple',
  'Nettle',
  'Olive',
  'Poppy',
  'Quince',
  'Rowan',
  'Sage',
  'Thistle',
]

const LABELS = [
  { name: 'Studio', color: '#3D7EAA' },
  { name: 'Travel', color: '#E07A5F' },
  { name: 'Night shift', color: '#6D597A' },
  { name: 'Spare', color: '#81B29A' },
  { name: 'On loan', color: '#F2CC8F' },
]

const CUSTOM_NAMES = ['Front desk', 'Window shelf', 'Corner', 'Demo', 'Spare charger', 'Top row']

const NOTES = [
  'Charge overnight; the cable is loose.',
  'Used for the morning checks.',
  'New screen since spring.',
  'Keep the language on English.\nAsk before updating.',
]

function made(seed: number, index: number): DeviceConfig {
  const random = new Random(seed, 'device', index)
  const plant = PLANTS[index % PLANTS.length] ?? 'Aster'
  const { screen, snapshot } = MODELS[index % MODELS.length] ?? COMPACT
  const first = random.whole(0, LABELS.length - 1)
  const labels = Array.from({ length: random.whole(0, 2) }, (_, i) => LABELS[(first + i) % LABELS.length])
  return {
    public_id: `dev_${random.letters(12)}`,
    name: `${plant} ${String(index + 1).padStart(2, '0')}`,
    custom_name: index % 3 === seed % 3 ? (CUSTOM_NAMES[Math.floor(index / 3)] ?? null) : null,
    notes: random.next() < 0.3 ? random.pick(NOTES) : null,
    labels: labels.filter((label) => label !== undefined),
    screen,
    snapshot,
  }
}

/** A device of the configuration with its sizes known. */
export type Device = DeviceConfig & Model

function sized(device: DeviceConfig): Device {
  const { screen, snapshot } = device
  const scaled = (size: Size, by: number): Size => ({
    width: Math.max(1, Math.round(size.width * by)),
    height: Math.max(1, Math.round(size.height * by)),
  })
  if (screen) return { ...device, screen, snapshot: snapshot ?? scaled(screen, 2) }
  if (snapshot) return { ...device, snapshot, screen: scaled(snapshot, 0.5) }
  return { ...device, ...COMPACT }
}

/**
 * The fleet that a configuration asks for; a number makes one up from the seed.
 * @throws ConfigError when two devices have the same public_id, or when their labels could not be an account's
 */
export function fleetOf(devices: number | DeviceConfig[], seed: number): Device[] {
  const list =
    typeof devices === 'number' ? Array.from({ length: devices }, (_, index) => made(seed, index)) : devices
  const seen = new Set<string>()
  for (const { public_id: id } of list) {
    if (seen.has(id)) throw new ConfigError(`"devices": two devices have the public_id "${id}"`)
    seen.add(id)
  }
  assertLabels(list)
  return list.map(sized)
}

/** What no edit could have led to is no fleet either (spec sections 2 and 4.4). */
function assertLabels(devices: DeviceConfig[]): void {
  const colors = new Map<string, string>()
  for (const { public_id: id, labels } of devices) {
    const names = new Set(labels.map(({ name }) => name))
    if (names.size < labels.length) throw new ConfigError(`"devices": "${id}" has a label twice`)
    for (const { name, color = DEFAULT_LABEL_COLOR } of labels) {
      const known = colors.get(name) ?? color
      if (known !== color) throw new ConfigError(`"devices": the label "${name}" has two colours`)
      colors.set(name, color)
    }
  }
  if (colors.size > LABELS_PER_ACCOUNT) {
    throw new ConfigError(`"devices": an account holds at most ${LABELS_PER_ACCOUNT} different labels`)
  }
}
