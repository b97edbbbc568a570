import type { TextHit, TextsState } from '../../../src-shared/bridge/texts-state'
import { noTexts } from '../../../src-shared/bridge/texts-state'
import type { TileState } from '../../../src-shared/bridge/tile-state'
import type { CancelTimer, Clock } from '../time/clock'
import type { Shown } from '../frames/frame-sink'
import type { RecognizedLine } from '../pictures/looks'

// The page shows hits this late at most.
const reportEveryMs = 100
const mostBoxes = 50
// A screen that never rests is read at most this often.
const readEveryMs = 1000

export interface ScreenTextsOptions {
  clock: Pick<Clock, 'monotonic' | 'after'>
  readText: (publicId: string, jpeg: Buffer) => Promise<readonly RecognizedLine[]>
  /** The phones that are live now, with the frames that they show. */
  live: () => readonly { publicId: string; shown: Shown }[]
  /** The phones that are to stay live are others. */
  onPhones: () => void
  onState: (state: TextsState) => void
}

/** Finds a text on the live screens. Nothing is read while nothing is searched for, and no screen twice. */
export interface ScreenTexts {
  readonly state: TextsState
  /**
   * @param text null ends the search
   * @param publicIds the phones to search: they stay live until the search ends
   */
  search(text: string | null, publicIds: readonly string[]): void
  /** Whether a phone has to stay live, though its tile is filtered out. */
  has(publicId: string): boolean
  /** Takes a phone's state: what is not live shows nothing. */
  tile(tile: Pick<TileState, 'publicId' | 'state'>): void
  /** Takes a frame that came. */
  frame(publicId: string, frame: Shown): void
  /**
   * Reads what a phone shows now.
   * @returns the first place of the text that is searched for; null where it is not, or does not stay
   */
  locate(publicId: string): Promise<TextHit | null>
  /** Another fleet was opened. */
  forget(): void
}

interface Seen {
  newest: Shown
  isRead: boolean
  /** When its last reading began, in monotonic ms; null before the first. */
  readAt: number | null
  /** The frame that was read last, and its text; null before the first. */
  read: { of: Shown; lines: readonly RecognizedLine[] } | null
}

// While a screen moves, in readings: each takes up to a second.
const mostReadings = 4
const isNear = (one: TextHit, other: TextHit) =>
  Math.abs(one.left - other.left) + Math.abs(one.top - other.top) < other.height

const boxOf = ({ left, top, width, height }: TextHit): TextHit => ({ left, top, width, height })

/** The words, else the lines, that hold a text; in any case. */
function hitsIn(lines: readonly RecognizedLine[], wanted: string): TextHit[] {
  const holds = ({ text }: { text: string }) => text.toLowerCase().includes(wanted)
  return lines
    .flatMap((line) => {
      const words = line.words.filter(holds)
      if (words.length > 0) return words.map(boxOf)
      return holds(line) ? [boxOf(line)] : []
    })
    .slice(0, mostBoxes)
}

export function createScreenTexts({
  clock,
  readText,
  live,
  onPhones,
  onState,
}: ScreenTextsOptions): ScreenTexts {
  const phones = new Map<string, Seen>()
  let searched: ReadonlySet<string> = new Set()
  let wanted: string | null = null
  let isReading = false
  let cancelReport: CancelTimer | null = null
  let cancelPump: CancelTimer | null = null

  const state = (): TextsState => {
    const text = wanted
    if (text === null) return noTexts
    const all = [...phones]
    return {
      text,
      reading: all.filter(([, { readAt }]) => readAt === null).length,
      unread: [...searched].filter((publicId) => !phones.has(publicId)).length,
      hits: all.flatMap(([publicId, { newest, read }]) => {
        const boxes = hitsIn(read?.lines ?? [], text.toLowerCase())
        if (!read || boxes.length === 0) return []
        return [{ publicId, space: read.of.size, boxes, isOld: read.of !== newest }]
      }),
    }
  }
  const reportSoon = () => {
    cancelReport ??= clock.after(reportEveryMs, () => {
      cancelReport = null
      onState(state())
    })
  }
  /** The phone whose screen has waited longest for its reading. */
  const nextOf = () =>
    [...phones]
      .filter(([, { isRead }]) => !isRead)
      .toSorted(([, one], [, other]) => (one.readAt ?? 0) - (other.readAt ?? 0))[0]
  const pump = () => {
    cancelPump?.()
    cancelPump = null
    if (wanted === null || isReading) return
    const next = nextOf()
    if (!next) return
    const [publicId, phone] = next
    const waitMs = phone.readAt === null ? 0 : phone.readAt + readEveryMs - clock.monotonic()
    if (waitMs > 0) {
      cancelPump = clock.after(waitMs, pump)
      return
    }
    const of = phone.newest
    phone.isRead = true
    phone.readAt = clock.monotonic()
    isReading = true
    readText(publicId, of.jpeg)
      // A screen that can't be read shows no text.
      .catch(() => [])
      .then((lines) => (phone.read = { of, lines }))
      .finally(() => {
        isReading = false
        reportSoon()
        pump()
      })
  }
  const frame = (publicId: string, shown: Shown) => {
    if (wanted === null) return
    const phone = phones.get(publicId)
    // Later frames make no difference to the page: its marks are old already.
    if (!phone || phone.read?.of === phone.newest) reportSoon()
    if (phone) Object.assign(phone, { newest: shown, isRead: false })
    else phones.set(publicId, { newest: shown, isRead: false, readAt: null, read: null })
    pump()
  }
  const forget = () => {
    searched = new Set()
    phones.clear()
    cancelPump?.()
    cancelPump = null
  }

  return {
    get state() {
      return state()
    },
    search(text, publicIds) {
      const begins = wanted === null && text !== null
      wanted = text
      searched = new Set(publicIds)
      if (text === null) forget()
      onPhones()
      if (begins) for (const { publicId, shown } of live()) frame(publicId, shown)
      reportSoon()
    },
    has: (publicId) => wanted !== null && searched.has(publicId),
    tile({ publicId, state: name }) {
      if (name !== 'live' && phones.delete(publicId)) reportSoon()
    },
    frame,
    async locate(publicId) {
      const phone = phones.get(publicId)
      const text = wanted
      if (!phone || text === null) return null
      let before: TextHit | null = null
      for (let reading = 0; reading < mostReadings; reading += 1) {
        const { newest } = phone
        const hit = hitsIn(await readText(publicId, newest.jpeg), text.toLowerCase())[0] ?? null
        // The screen may have changed while it was read. A text that stays in its place may still be tapped.
        if (phone.newest === newest || (hit && before && isNear(hit, before))) return hit
        before = hit
      }
      return null
    },
    forget() {
      forget()
      reportSoon()
    },
  }
}
