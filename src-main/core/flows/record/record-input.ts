import type { Gesture } from '../../../../src-shared/features/gesture'
import type { Action } from '../../../../src-shared/protocol/action'
import type { Size } from '../../../../src-shared/protocol/device'
import type { Clock } from '../../time/clock'
import { stepsOf, type PercentPoint, type RecordedInput } from '../language/recorded-input'
import { inputOfAction, inputOfText, type ActionWords, type TapInput } from './action-input'
import { createFinger, distanceOf, tapsWithin, type Lifted } from './finger'
import { createLook, type Cutout, type LookOptions, type Seen } from './look'

const doubleTapMs = 350
const pauseMs = 1000

interface Reading {
  now: TapInput
  read: Promise<TapInput>
}

export interface RecordInputOptions extends LookOptions {
  clock: Pick<Clock, 'monotonic'>
  words: ActionWords
  /** What was under a finger is known. */
  onRead: () => void
}

/** Writes down what a person does on one phone. */
export interface InputRecorder {
  /** The steps so far; a text and a turn of the wheel are one each. A tap has no text while that is read. */
  readonly steps: readonly RecordedInput[]
  gesture(gesture: Gesture): void
  /** @param space the screen that the action's coordinates are of; null for the phone's own */
  action(action: Action, space?: Size | null): void
  /** Adds what was done neither by hand nor by an action of the phone. */
  add(input: RecordedInput): void
  /** The phone has not typed these letters: they are no part of a text. */
  untyped(letters: readonly string[]): void
  /** Takes the last step back. */
  undo(): void
  /** Waits for the texts under the fingers. @returns the inputs in their order */
  finish(): Promise<{ inputs: readonly RecordedInput[]; cutouts: readonly Cutout[] }>
}

const isTextWith = (letter: string, input: RecordedInput | Reading) =>
  'kind' in input && input.kind === 'text' && input.text.includes(letter)

export function createInputRecorder({ clock, words, onRead, ...looking }: RecordInputOptions): InputRecorder {
  const look = createLook(looking)
  const inputs: (RecordedInput | Reading)[] = []
  let lastAtMs: number | null = null
  let lastTap: { atMs: number; at: PercentPoint; index: number } | null = null

  /** A tap whose text is still read. @param now what is known of it already */
  const reading = (now: TapInput, seen: Promise<Seen>): Reading => {
    const tap: Reading = { now, read: seen.then((known) => ({ ...now, ...known })) }
    void tap.read.then((known) => {
      tap.now = known
      onRead()
    })
    return tap
  }
  const stepsNow = () => stepsOf(inputs.map((input) => ('read' in input ? input.now : input)))

  const add = (input: RecordedInput | Reading) => {
    const now = clock.monotonic()
    if (lastAtMs !== null && now - lastAtMs >= pauseMs) inputs.push({ kind: 'pause', ms: now - lastAtMs })
    lastAtMs = now
    inputs.push(input)
  }

  /** A second tap at the same place makes one double tap of the two. */
  const addTap = ({ seen, ...tap }: Extract<Lifted, { seen: unknown }>) => {
    const atMs = clock.monotonic()
    const isSecond =
      lastTap !== null &&
      atMs - lastTap.atMs <= doubleTapMs &&
      lastTap.index === inputs.length - 1 &&
      distanceOf(tap.at, lastTap.at) / 100 <= tapsWithin
    const input = { ...tap, kind: isSecond ? ('double-tap' as const) : tap.kind, text: null, cutout: null }
    if (isSecond) {
      inputs.splice(-1, 1, reading(input, seen))
      lastAtMs = atMs
      lastTap = null
      return
    }
    add(reading(input, seen))
    lastTap = { atMs, at: tap.at, index: inputs.length - 1 }
  }
  const finger = createFinger(clock, look, (lifted) => {
    if ('seen' in lifted) addTap(lifted)
    else add(lifted)
  })

  return {
    get steps() {
      return stepsNow()
    },
    gesture(gesture) {
      switch (gesture.kind) {
        case 'pointer':
        case 'release':
          finger.gesture(gesture)
          return
        case 'scroll':
          add(inputOfAction({ ...gesture, type: 'scroll' }, words, gesture.space))
          return
        case 'text':
          add(inputOfText(gesture.text))
          return
        case 'key':
          add(inputOfAction({ type: 'key', key: gesture.key }, words, null))
          return
        case 'hover':
          return
      }
    },
    action(action, space = null) {
      const of = space ?? look.size
      const input = inputOfAction(action, words, of)
      add('cutout' in input && of ? reading(input, look.at(input.at, of)) : input)
    },
    add,
    untyped(letters) {
      // The newest are the last of the text.
      for (const letter of letters.toReversed()) {
        const index = inputs.findLastIndex((input) => isTextWith(letter, input))
        const typed = inputs[index]
        if (!typed || !('text' in typed) || typed.kind !== 'text') continue
        const at = typed.text.lastIndexOf(letter)
        const text = typed.text.slice(0, at) + typed.text.slice(at + letter.length)
        inputs[index] = { ...typed, text }
      }
      if (letters.length > 0) inputs.push({ kind: 'untyped', letters: letters.join('') })
    },
    undo() {
      const { length } = stepsNow()
      // One step may be many letters.
      while (inputs.length > 0 && stepsNow().length >= length) inputs.pop()
      lastTap = null
    },
    async finish() {
      finger.end()
      const done = await Promise.all(inputs.map((input) => ('read' in input ? input.read : input)))
      // A swipe needs none of where it began.
      const used = new Set(done.map((input) => ('cutout' in input ? input.cutout : null)))
      return { inputs: done, cutouts: look.cutouts.filter(({ path }) => used.has(path)) }
    },
  }
}
