import { z } from 'zod'
import type { Gesture } from '../../../../src-shared/features/gesture'
import type { Action } from '../../../../src-shared/protocol/action'
import type { Size } from '../../../../src-shared/protocol/device'
import { jpegSize } from '../../../../src-shared/protocol/jpeg-size'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { Clock } from '../../time/clock'
import { findKey } from '../language/keys'
import type { KeyPress } from '../language/flow'
import { stepsOf, type RecordedInput, type SeenText, type PercentPoint } from '../language/recorded-input'
import type { PhonePictures } from '../../pictures/pictures'
import { textAt } from './text-at'

// A finger that moves less than this share of the screen's width has tapped.
const tapsWithin = 0.03
const longPressMs = 500
const doubleTapMs = 350
const pauseMs = 1000
type Tap = Extract<RecordedInput, { cutout: unknown }>

// A finger that goes this much farther than straight has drawn a line, as a share of the screen's width.
const drawnFrom = 0.2
type Moves = 'tap' | 'double_tap' | 'long_press' | 'swipe' | 'drag' | 'path'
const tapKinds = { tap: 'tap', double_tap: 'double-tap', long_press: 'long-press' } as const
// Of the service (spec 4.5).
const usualMs = { swipe: 250, drag: 600 }
const pointsSchema = z.array(z.record(z.string(), z.number()))

// A cut-out's side, as a share of the screen's width.
const cutoutSide = 0.16

const unread = { text: null, cutout: null }

interface Reading {
  now: Tap
  read: Promise<Tap>
}

interface Down {
  press: number
  at: PercentPoint
  atMs: number
  /** How far the finger has moved, in percent of the screen. */
  way: number
  /** What was under the finger. */
  seen: Promise<{ text: SeenText | null; cutout: string | null }>
}

/** What was under a finger where no text was, as PNG. */
export interface Cutout {
  /** Beside the flow. */
  path: string
  png: Buffer
}

export interface RecordInputOptions {
  clock: Pick<Clock, 'monotonic'>
  words: Pick<Vocabulary, 'keys' | 'presets' | 'modifiers' | 'path'>
  pictures: Pick<PhonePictures, 'readText' | 'cutOut'>
  /** The frame that the phone shows; null before its first. */
  frame: () => Buffer | null
  /** Where cut-outs are kept, beside the flow. */
  cutouts: string
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
  /** Takes the last step back. */
  undo(): void
  /** Waits for the texts under the fingers. @returns the inputs in their order */
  finish(): Promise<{ inputs: readonly RecordedInput[]; cutouts: readonly Cutout[] }>
}

const percentOf = ({ x, y }: { x: number; y: number }, { width, height }: Size): PercentPoint => ({
  x: (x / width) * 100,
  y: (y / height) * 100,
})
const nameOf = (words: Readonly<Record<string, string>>, word: string) =>
  Object.entries(words).find(([, each]) => each === word)?.[0]

export function createInputRecorder({
  clock,
  words,
  pictures,
  frame,
  cutouts: folder,
  onRead,
}: RecordInputOptions): InputRecorder {
  const inputs: (RecordedInput | Reading)[] = []
  const cutouts: Cutout[] = []
  let looks = 0
  let down: Down | null = null
  let last: PercentPoint | null = null
  let lastAtMs: number | null = null
  let lastTap: { atMs: number; at: PercentPoint; index: number } | null = null

  /** A tap whose text is still read. @param now what is known of it already */
  const reading = (now: Tap, read: Promise<Tap>): Reading => {
    const tap: Reading = { now, read }
    void read.then((known) => {
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

  /** What is at a place: a text, else a cut-out of the picture, as far as there is one. */
  const seenAt = async (x: number, y: number, width: number): Down['seen'] => {
    const jpeg = frame()
    const number = (looks += 1)
    // A screen that can't be read has no texts.
    const text = jpeg && textAt(await pictures.readText(jpeg).catch(() => []), x, y)
    if (!jpeg || text) return { text, cutout: null }
    const png = await pictures.cutOut(jpeg, x, y, Math.round(width * cutoutSide)).catch(() => null)
    if (!png) return { text, cutout: null }
    const path = `${folder}/${number}.png`
    cutouts.push({ path, png })
    return { text, cutout: path }
  }

  const addSwipe = (from: PercentPoint, to: PercentPoint, durationMs: number, was?: 'line' | 'drag') =>
    add({ kind: 'swipe', from, to, durationMs, ...(was ? { was } : {}) })
  const addUnplayable = (about: string) => add({ kind: 'unplayable', about })

  /** A key or a button, as far as a flow's `pressKey` presses the same. */
  const addPress = (press: KeyPress) => {
    const [names, word] = press.type === 'key' ? [words.keys, press.key] : [words.presets, press.name]
    const name = nameOf(names, word)
    const played = name === undefined ? null : findKey(name, words)
    if (name !== undefined && played?.type === press.type) add({ kind: 'key', key: name })
    else
      addUnplayable(
        `${press.type === 'key' ? 'The key' : 'The button'} ${word} was pressed; pressKey has no name for it.`,
      )
  }

  const addChord = (modifiers: readonly string[], key: string) => {
    // As pasteText presses it.
    if (modifiers.length === 1 && modifiers[0] === words.modifiers.Meta && key === 'v') add({ kind: 'paste' })
    else addUnplayable(`${[...modifiers, key].join('+')} was pressed; flows have no command for it.`)
  }

  /** An action at places of the screen. */
  const addMove = (action: Extract<Action, { type: Moves }>, space: Size | null) => {
    const jpeg = frame()
    const shown = jpeg && jpegSize(jpeg)
    const of = space ?? shown
    if (!of) {
      addUnplayable(`${action.type} was sent while the screen was not known.`)
      return
    }
    const spotOf = (x: number, y: number) => percentOf({ x, y }, of)
    switch (action.type) {
      case 'tap':
      case 'double_tap':
      case 'long_press': {
        const at = spotOf(action.x, action.y)
        const { width, height } = shown ?? of
        const gap =
          action.type === 'double_tap' && action.gap_ms !== undefined ? { gapMs: action.gap_ms } : {}
        const kind = tapKinds[action.type]
        const tap: Tap = { kind, at, ...unread, ...gap }
        const seen = seenAt((at.x * width) / 100, (at.y * height) / 100, width)
        add(
          reading(
            tap,
            seen.then((known) => ({ ...tap, ...known })),
          ),
        )
        return
      }
      case 'swipe':
      case 'drag': {
        const [from, to] = [spotOf(action.x1, action.y1), spotOf(action.x2, action.y2)]
        const was = action.type === 'drag' ? 'drag' : undefined
        addSwipe(from, to, action.duration_ms ?? usualMs[action.type], was)
        return
      }
      case 'path': {
        const points = (pointsSchema.safeParse(action[words.path.points]).data ?? []).map((point) =>
          spotOf(point[words.path.x] ?? 0, point[words.path.y] ?? 0),
        )
        const [from, to] = [points[0], points.at(-1)]
        if (!from || !to) {
          addUnplayable('A line was drawn; flows have no command for it.')
          return
        }
        const far = Math.hypot(to.x - from.x, to.y - from.y)
        let way = 0
        for (const [index, { x, y }] of points.slice(1).entries())
          way += Math.hypot(x - (points[index]?.x ?? x), y - (points[index]?.y ?? y))
        addSwipe(from, to, usualMs.drag, (way - far) / 100 > drawnFrom ? 'line' : undefined)
      }
    }
  }

  const lift = (begun: Down, at: PercentPoint) => {
    const ms = clock.monotonic() - begun.atMs
    const far = Math.hypot(at.x - begun.at.x, at.y - begun.at.y) / 100
    if (far > tapsWithin) {
      addSwipe(begun.at, at, ms, begun.way / 100 > far + drawnFrom ? 'line' : undefined)
      return
    }
    const tap = (kind: Tap['kind']) => {
      const now: Tap = { kind, at: begun.at, ...unread }
      return reading(
        now,
        begun.seen.then((known) => ({ ...now, ...known })),
      )
    }
    const isSecond =
      lastTap !== null &&
      clock.monotonic() - lastTap.atMs <= doubleTapMs &&
      lastTap.index === inputs.length - 1 &&
      Math.hypot(at.x - lastTap.at.x, at.y - lastTap.at.y) / 100 <= tapsWithin
    if (isSecond) {
      inputs.splice(-1, 1, tap('double-tap'))
      lastAtMs = clock.monotonic()
      lastTap = null
      return
    }
    add(tap(ms >= longPressMs ? 'long-press' : 'tap'))
    lastTap = { atMs: clock.monotonic(), at, index: inputs.length - 1 }
  }

  return {
    get steps() {
      return stepsNow()
    },
    gesture(gesture) {
      switch (gesture.kind) {
        case 'pointer': {
          const at = percentOf(gesture, gesture.space)
          if (gesture.phase === 'down') {
            const { press, x, y, space } = gesture
            down = { press, at, atMs: clock.monotonic(), way: 0, seen: seenAt(x, y, space.width) }
          } else if (down && last) down.way += Math.hypot(at.x - last.x, at.y - last.y)
          last = at
          if (gesture.phase === 'up' && down?.press === gesture.press) {
            lift(down, at)
            down = null
          }
          return
        }
        case 'release':
          if (down?.press === gesture.press) lift(down, last ?? down.at)
          down = null
          return
        case 'scroll':
          add({ kind: 'scroll', towards: gesture.dy > 0 ? 'down' : 'up' })
          return
        case 'text':
          add({ kind: 'text', text: gesture.text })
          return
        case 'key':
          addPress({ type: 'key', key: gesture.key })
          return
        case 'hover':
          return
      }
    },
    action(action, space = null) {
      switch (action.type) {
        case 'press': {
          const { name, modifiers = [], key = '' } = action
          if (name === undefined) addChord(modifiers, key)
          else addPress({ type: 'press', name })
          return
        }
        case 'key':
          addPress(action)
          return
        case 'tap':
        case 'double_tap':
        case 'long_press':
        case 'swipe':
        case 'drag':
        case 'path':
          addMove(action, space)
          return
        case 'scroll':
          add({ kind: 'scroll', towards: action.dy > 0 ? 'down' : 'up' })
          return
        case 'text':
          add({ kind: 'text', text: action.text })
          return
        case 'open_url':
          add({ kind: 'open-link', link: action.url })
          return
        case 'open_app':
          add({ kind: 'open-app', app: action.target, username: action.username ?? null })
          return
        case 'airplane':
          add({ kind: 'airplane', on: action.on })
          return
        case 'clipboard_set':
          add({ kind: 'clipboard', text: action.text })
          return
        case 'clipboard_get':
          addUnplayable('The clipboard was read; flows have no command for it.')
          return
        case 'device_ip':
          addUnplayable('The phone’s address was read; flows have no command for it.')
          return
        case 'recalibrate':
          addUnplayable('The pointer was recentred; flows have no command for it.')
          return
      }
    },
    undo() {
      const { length } = stepsNow()
      // One step may be many letters.
      while (inputs.length > 0 && stepsNow().length >= length) inputs.pop()
      lastTap = null
    },
    async finish() {
      if (down) lift(down, last ?? down.at)
      down = null
      const done = await Promise.all(inputs.map((input) => ('read' in input ? input.read : input)))
      // A swipe needs none of where it began.
      const used = new Set(done.map((input) => ('cutout' in input ? input.cutout : null)))
      return { inputs: done, cutouts: cutouts.filter(({ path }) => used.has(path)) }
    },
  }
}
