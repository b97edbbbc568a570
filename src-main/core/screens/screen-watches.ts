import type { TileState } from '../../../src-shared/bridge/tile-state'
import type { Watch, WatchFor } from '../../../src-shared/bridge/watches-state'
import type { CancelTimer, Clock } from '../time/clock'
import type { Shown } from '../frames/frame-sink'
import type { PhonePictures } from '../pictures/pictures'

// A screen that never rests is looked at so often.
const lookEveryMs = 1000

export interface ScreenWatchesOptions {
  clock: Pick<Clock, 'monotonic' | 'after'>
  pictures: { of(publicId: string): Pick<PhonePictures, 'readText' | 'hasChanged'> }
  /** The phones that are to stay live are others. */
  onPhones: () => void
  onState: (watches: readonly Watch[]) => void
  /** What was waited for is so; the watch has ended. */
  onSeen: (watch: Watch) => void
}

/** Watches the screens of phones, one thing on each. */
export interface ScreenWatches {
  readonly all: readonly Watch[]
  /** Whether a phone has to stay live. */
  has(publicId: string): boolean
  /** @param shown the frame that the phone shows; null before its first */
  start(phone: { publicId: string; name: string; shown: Shown | null }, waitsFor: WatchFor): void
  stop(publicIds: readonly string[]): void
  /** Takes a phone's state. The wait for a still screen starts again once the phone is live. */
  tile(tile: Pick<TileState, 'publicId' | 'state'>): void
  /** Takes a frame that came, which differs from the one before. */
  frame(publicId: string, frame: Shown): void
  /** Ends all watches. @returns their number */
  forget(): number
}

interface Entry {
  watch: Watch
  /** The frame at the start, which a change is measured against. */
  first: Buffer | null
  /** The newest frame that was not looked at. */
  next: Buffer | null
  isLooking: boolean
  isLive: boolean
  lookedAt: number
  cancel: CancelTimer
}

export function createScreenWatches({
  clock,
  pictures,
  onPhones,
  onState,
  onSeen,
}: ScreenWatchesOptions): ScreenWatches {
  const entries = new Map<string, Entry>()

  const all = () => [...entries.values()].map(({ watch }) => watch)
  const changed = () => {
    onPhones()
    onState(all())
  }
  const end = (publicId: string) => {
    entries.get(publicId)?.cancel()
    return entries.delete(publicId)
  }
  const seen = (entry: Entry) => {
    if (entries.get(entry.watch.publicId) !== entry) return
    end(entry.watch.publicId)
    onSeen(entry.watch)
    changed()
  }
  /** Whether a frame shows what is waited for. A damaged one shows nothing. */
  const shows = async ({ watch: { publicId, waitsFor }, first }: Entry, jpeg: Buffer): Promise<boolean> => {
    const ofPhone = pictures.of(publicId)
    if (waitsFor.kind === 'change') return first !== null && ofPhone.hasChanged(first, jpeg)
    if (waitsFor.kind === 'still') return false
    const wanted = waitsFor.text.toLowerCase()
    return (await ofPhone.readText(jpeg)).some(({ text }) => text.toLowerCase().includes(wanted))
  }
  /** Looks at the newest frame, at most once a second. */
  const look = (entry: Entry) => {
    const { next } = entry
    if (entry.isLooking || next === null) return
    const waitMs = entry.lookedAt + lookEveryMs - clock.monotonic()
    if (waitMs > 0) {
      entry.cancel()
      entry.cancel = clock.after(waitMs, () => look(entry))
      return
    }
    entry.next = null
    entry.isLooking = true
    entry.lookedAt = clock.monotonic()
    shows(entry, next)
      .catch(() => false)
      .then((isSo) => {
        entry.isLooking = false
        entry.first ??= next
        if (isSo) seen(entry)
        else look(entry)
      })
      .catch(() => undefined)
  }
  const awaitRest = (entry: Entry, seconds: number) => {
    entry.cancel()
    entry.cancel = clock.after(seconds * 1000, () => seen(entry))
  }
  const take = (entry: Entry, jpeg: Buffer) => {
    const { waitsFor } = entry.watch
    if (waitsFor.kind === 'still') return awaitRest(entry, waitsFor.seconds)
    entry.next = jpeg
    look(entry)
  }

  return {
    get all() {
      return all()
    },
    has: (publicId) => entries.has(publicId),
    start({ publicId, name, shown }, waitsFor) {
      end(publicId)
      const entry: Entry = {
        watch: { publicId, phone: name, waitsFor },
        first: waitsFor.kind === 'change' ? (shown?.jpeg ?? null) : null,
        next: null,
        isLooking: false,
        isLive: shown !== null,
        lookedAt: -Infinity,
        cancel: () => undefined,
      }
      entries.set(publicId, entry)
      if (shown && waitsFor.kind !== 'change') take(entry, shown.jpeg)
      changed()
    },
    stop(publicIds) {
      if (publicIds.filter(end).length > 0) changed()
    },
    tile({ publicId, state }) {
      const entry = entries.get(publicId)
      const isLive = state === 'live'
      if (!entry || entry.isLive === isLive) return
      entry.isLive = isLive
      const { waitsFor } = entry.watch
      if (waitsFor.kind !== 'still') return
      if (isLive) awaitRest(entry, waitsFor.seconds)
      else entry.cancel()
    },
    frame(publicId, { jpeg }) {
      const entry = entries.get(publicId)
      if (entry) take(entry, jpeg)
    },
    forget() {
      const ended = [...entries.keys()].filter(end).length
      if (ended > 0) onState([])
      return ended
    },
  }
}
