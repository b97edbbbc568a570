import type { Watch, WatchFor } from '../../../src-shared/features/screens-state'
import type { FramedPhone } from '../frames/live-frames'
import type { PhonePictures } from '../pictures/pictures'
import type { Clock } from '../time/clock'
import { Turns } from '../time/turns'
import { Screen, type Looks } from './screen'
import { findHits } from './text-hits'

export interface ScreenWatchesOptions {
  clock: Clock
  /** A screen that never rests is looked at so often, in ms. */
  everyMs: number
  pictures: { of(publicId: string): Pick<PhonePictures, 'readText' | 'hasChanged'> }
  onState: (watches: readonly Watch[]) => void
  /** What was waited for is so; the watch has ended. */
  onSeen: (watch: Watch) => void
}

/** Watches the screens of phones, one thing on each. */
export interface ScreenWatches {
  readonly all: readonly Watch[]
  /** @param phone stays live until the watch has ended */
  start(phone: FramedPhone, waitsFor: WatchFor): void
  stop(publicIds: readonly string[]): void
  /** Ends all watches. @returns their number */
  forget(): number
}

interface Entry {
  watch: Watch
  stop: AbortController
}

export function createScreenWatches(options: ScreenWatchesOptions): ScreenWatches {
  const { clock, everyMs, pictures, onState, onSeen } = options
  const entries = new Map<string, Entry>()
  // To read takes long, to compare does not.
  const turns = new Turns(1)

  const all = () => [...entries.values()].map(({ watch }) => watch)
  const end = (publicId: string) => {
    entries.get(publicId)?.stop.abort()
    return entries.delete(publicId)
  }
  /** Resolves when the screen shows what is waited for. A frame that can't be looked at shows nothing. */
  const until = async (
    screen: Screen,
    { publicId, waitsFor }: Watch,
    stop: AbortSignal,
  ): Promise<unknown> => {
    const ofPhone = pictures.of(publicId)
    if (waitsFor.kind === 'still') return screen.untilStill(Infinity, stop, waitsFor.seconds * 1000)
    const seen = (looks: Looks, shows: (jpeg: Buffer) => Promise<boolean>) =>
      screen.untilSeen(
        Infinity,
        stop,
        async ({ jpeg }) => ((await shows(jpeg).catch(() => false)) ? true : null),
        looks,
      )
    if (waitsFor.kind === 'text') {
      const holds = async (jpeg: Buffer) => findHits(await ofPhone.readText(jpeg), waitsFor.text).length > 0
      return seen({ everyMs, turns }, holds)
    }
    let first = screen.frame?.jpeg ?? null
    return seen({ everyMs }, async (jpeg) => {
      first ??= jpeg
      return first !== jpeg && ofPhone.hasChanged(first, jpeg)
    })
  }

  return {
    get all() {
      return all()
    },
    start({ publicId, name, open }, waitsFor) {
      end(publicId)
      const watch = { publicId, phone: name, waitsFor }
      const screen = new Screen(clock)
      const stop = new AbortController()
      stop.signal.addEventListener('abort', open(screen), { once: true })
      entries.set(publicId, { watch, stop })
      onState(all())
      until(screen, watch, stop.signal)
        .then(() => {
          if (stop.signal.aborted) return
          end(publicId)
          onSeen(watch)
          onState(all())
        })
        .catch(() => undefined)
    },
    stop(publicIds) {
      if (publicIds.filter(end).length > 0) onState(all())
    },
    forget() {
      const ended = [...entries.keys()].filter(end).length
      if (ended > 0) onState([])
      return ended
    },
  }
}
