import type { RuleWhen } from '../../../src-shared/features/rules-state'
import type { FramedPhone, Shown } from '../frames/live-frames'
import type { RecognizedLine } from '../pictures/looks'
import type { PhonePictures } from '../pictures/pictures'
import { Screen, type ScreenFrame } from '../screens/screen'
import type { CancelTimer, Clock } from '../time/clock'
import type { LookBudget } from './look-budget'
import { showsText } from './shows-text'

/** What a rule waits for on one phone. */
export interface Condition {
  readonly when: RuleWhen
  /** A look has found whether the screen is so now; a change is so in the look that finds it. */
  saw(isSo: boolean): void
}

export interface PhoneLooksOptions {
  clock: Clock
  /** A screen that never rests is looked at so often, in ms. */
  everyMs: number
  budget: LookBudget
  pictures: Pick<PhonePictures, 'readText' | 'hasChanged' | 'compare'>
  phone: FramedPhone
  /** Whether the phone stays live for it. */
  isKept: boolean
  conditions: readonly Condition[]
  /** A look has waited so long for its turn, in ms. */
  waited(ms: number): void
}

/**
 * Looks at the screen of one phone for all rules that wait for something there: each new frame once, and as little as the
 * rules need. A text is read only where something beside the status bar has changed, the clock of which changes each minute.
 * A frame that can't be looked at says nothing.
 * @returns ends it
 */
export function lookAtPhone(options: PhoneLooksOptions): () => void {
  const { clock, everyMs, budget, pictures, phone, isKept, conditions, waited } = options
  const of = (kind: RuleWhen['kind']) => conditions.filter(({ when }) => when.kind === kind)
  const [texts, changes, stills] = [of('text'), of('change'), of('still')]
  const screen = new Screen(clock)
  const stop = new AbortController()
  /** The frame since which nothing has changed to the eye. */
  let same: Buffer | null = null
  /** When that began, in monotonic ms; null while there is no current frame. */
  let sameSince: number | null = null
  let read: { of: Buffer; lines: readonly RecognizedLine[] } | null = null
  let looked = 0
  let cancelTimer: CancelTimer = () => undefined

  /** Tells which rules wait for a screen that stands still so long, now and once it has. */
  const tellStill = () => {
    cancelTimer()
    // A newer frame is still to be looked at.
    if (sameSince === null || screen.frame?.number !== looked) return
    const forMs = clock.monotonic() - sameSince
    let nextMs = Infinity
    for (const { when, saw } of stills) {
      const leftMs = when.kind === 'still' ? when.seconds * 1000 - forMs : Infinity
      if (leftMs <= 0) saw(true)
      else nextMs = Math.min(nextMs, leftMs)
    }
    // A rule that has fired may have ended this.
    if (nextMs < Infinity && !stop.signal.aborted) cancelTimer = clock.after(nextMs, tellStill)
  }
  const seeChange = async (jpeg: Buffer) => {
    const at = clock.monotonic()
    const isFirst = same === null
    const hasChanged = same !== null && same !== jpeg && (await pictures.hasChanged(same, jpeg))
    if (isFirst || hasChanged) same = jpeg
    if (hasChanged || sameSince === null) sameSince = at
    if (!hasChanged || stop.signal.aborted) return
    for (const { saw } of changes) saw(true)
    for (const { saw } of stills) saw(false)
  }
  const readAgain = async (jpeg: Buffer) => {
    if (read && (await pictures.compare(jpeg, read.of, ['statusbar'])).percentage === 100) return
    read = { of: jpeg, lines: await pictures.readText(jpeg) }
  }
  const enter = async (until: AbortSignal) => {
    const since = clock.monotonic()
    const leave = await budget.enter(until, looked > 0)
    waited(clock.monotonic() - since)
    return leave
  }
  const look = async ({ jpeg, size, number }: ScreenFrame) => {
    looked = number
    if (changes.length + stills.length > 0) await seeChange(jpeg).catch(() => undefined)
    if (texts.length > 0) {
      const isRead = await readAgain(jpeg).then(
        () => true,
        () => false,
      )
      if (stop.signal.aborted) return null
      for (const { when, saw } of texts)
        if (isRead && when.kind === 'text') saw(showsText(when, read?.lines ?? [], size))
    }
    if (!stop.signal.aborted) tellStill()
    return null
  }

  const close = phone.open(
    {
      push: (frame: Shown) => screen.push(frame),
      interrupt() {
        screen.interrupt()
        sameSince = null
        cancelTimer()
      },
    },
    isKept,
  )
  if (texts.length + changes.length + stills.length > 0)
    screen.untilSeen(Infinity, stop.signal, look, { everyMs, turns: { enter } }).catch(() => undefined)

  return () => {
    stop.abort()
    cancelTimer()
    close()
  }
}
