import { noTexts, type TextHit, type TextsState } from '../../../src-shared/features/screens-state'
import type { Clock } from '../time/clock'
import { createGather } from '../time/gather'
import type { FramedPhone } from '../frames/live-frames'
import type { RecognizedLine } from '../pictures/looks'
import type { Turns } from '../time/turns'
import { Screen, type ScreenFrame } from './screen'
import { findHits } from './text-hits'

// The page shows hits this late at most.
const reportEveryMs = 100
const mostBoxes = 50

export interface ScreenTextsOptions {
  clock: Clock
  /** A screen that never rests is read so often, in ms. */
  everyMs: number
  readText: (publicId: string, jpeg: Buffer) => Promise<readonly RecognizedLine[]>
  /** Of all searches: a flow’s look waits for as many readings at most as they let through. */
  turns: Pick<Turns, 'enter'>
  onState: (state: TextsState) => void
}

/** Finds a text on the screens of phones. Nothing is read while nothing is searched for, and no screen twice. */
export interface ScreenTexts {
  readonly state: TextsState
  /**
   * @param text null ends the search
   * @param phones stay live until the search ends
   */
  search(text: string | null, phones: readonly FramedPhone[]): void
  /**
   * Reads what a phone shows now.
   * @returns the first place of the text that is searched for; null where it is not, or does not stay
   */
  locate(publicId: string): Promise<TextHit | null>
}

interface Searched {
  screen: Screen
  /** The frame that was read last, and its text; null before the first. */
  read: { of: ScreenFrame; lines: readonly RecognizedLine[] } | null
  stop: AbortController
}

// While a screen moves, in readings: each takes up to a second.
const mostReadings = 4
const isNear = (one: TextHit, other: TextHit) =>
  Math.abs(one.left - other.left) + Math.abs(one.top - other.top) < other.height

export function createScreenTexts({
  clock,
  everyMs,
  readText,
  turns,
  onState,
}: ScreenTextsOptions): ScreenTexts {
  const searched = new Map<string, Searched>()
  let wanted: string | null = null

  const state = (): TextsState => {
    const text = wanted
    if (text === null) return noTexts
    const live = [...searched].filter(([, { screen }]) => screen.frame !== null)
    return {
      text,
      reading: live.filter(([, { read }]) => read === null).length,
      unread: searched.size - live.length,
      hits: live.flatMap(([publicId, { screen, read }]) => {
        const boxes = findHits(read?.lines ?? [], text).slice(0, mostBoxes)
        if (!read || boxes.length === 0) return []
        return [{ publicId, space: read.of.size, boxes, isOld: read.of !== screen.frame }]
      }),
    }
  }
  const reports = createGather(clock, reportEveryMs, () => onState(state()))
  const begin = ({ publicId, open }: FramedPhone): Searched => {
    const screen = new Screen(clock)
    const stop = new AbortController()
    const own: Searched = { screen, read: null, stop }
    const close = open({
      push(frame) {
        // Later frames make no difference to the page: its marks are old already.
        const isMarked = !screen.frame || own.read?.of === screen.frame
        screen.push(frame)
        if (isMarked) reports.soon()
      },
      interrupt() {
        screen.interrupt()
        reports.soon()
      },
    })
    stop.signal.addEventListener('abort', close, { once: true })
    const read = async (of: ScreenFrame) => {
      // A screen that can't be read shows no text.
      own.read = { of, lines: await readText(publicId, of.jpeg).catch(() => []) }
      reports.soon()
      return null
    }
    screen.untilSeen(Infinity, stop.signal, read, { everyMs, turns }).catch(() => undefined)
    return own
  }

  return {
    get state() {
      return state()
    },
    search(text, phones) {
      let isOther = wanted !== text
      wanted = text
      const ids = new Set(text === null ? [] : phones.map(({ publicId }) => publicId))
      for (const [publicId, { stop }] of searched) {
        if (ids.has(publicId)) continue
        stop.abort()
        searched.delete(publicId)
        isOther = true
      }
      for (const phone of phones) {
        if (!ids.has(phone.publicId) || searched.has(phone.publicId)) continue
        searched.set(phone.publicId, begin(phone))
        isOther = true
      }
      if (isOther) reports.soon()
    },
    async locate(publicId) {
      const screen = searched.get(publicId)?.screen
      const text = wanted
      if (!screen || text === null) return null
      let before: TextHit | null = null
      for (let reading = 0; reading < mostReadings; reading += 1) {
        const { frame } = screen
        if (!frame) return null
        const hit = findHits(await readText(publicId, frame.jpeg), text)[0] ?? null
        // The screen may have changed while it was read. A text that stays in its place may still be tapped.
        if (screen.frame === frame || (hit && before && isNear(hit, before))) return hit
        before = hit
      }
      return null
    },
  }
}
