import type { AppId } from '../../../src-simulator/screens/app-icon'
import { registerFonts } from '../../../src-simulator/screens/fonts'
import { Phone } from '../../../src-simulator/screens/phone'
import { drawnTexts, type DrawnText } from './drawn-texts'

/** A screen of the simulator, and the texts on it that nothing covers. */
export interface KnownScreen {
  name: string
  jpeg: Buffer
  texts: DrawnText[]
}

const size = { width: 750, height: 1334 }
const apps: readonly AppId[] = [
  'phone',
  'messages',
  'browser',
  'photos',
  'notes',
  'files',
  'settings',
  'camera',
  'calculator',
  'clock',
  'calendar',
  'weather',
  'photoapp',
  'messenger',
]

function screenOf(seed: number, app: AppId | null): KnownScreen {
  let now = Date.UTC(2026, 4, 5, 10, 24)
  const phone = new Phone({ publicId: 'x', name: 'Aster 01', snapshot: size, seed }, () => now)
  if (app) phone.open(app)
  if (app === 'browser') phone.carryOut({ do: 'openUrl', url: 'https://start.example/' })
  // What moves or loads has come to rest.
  for (let second = 0; second < 6; second++) {
    now += 1000
    phone.advance()
    phone.takeDirty()
  }
  const { canvas, texts } = drawnTexts(phone, size)
  return { name: `${app ?? 'home'}-${seed}`, jpeg: canvas.toBuffer('image/jpeg', 80), texts }
}

/** Returns the home screen and every app of one phone for each seed, at 750 × 1334. */
export function knownScreens(seeds: readonly number[]): KnownScreen[] {
  registerFonts()
  return seeds.flatMap((seed) => [null, ...apps].map((app) => screenOf(seed, app)))
}
