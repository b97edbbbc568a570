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
import type { Box } from '../look/box'
import type { PhonePictures } from '../../pictures/pictures'
import type { RecognizedLine } from '../../pictures/looks'
import { findText, hasWord } from '../look/read-text'

// A finger that moves less than this share of the screen's width has tapped.
const tapsWithin = 0.03
const longPressMs = 500
const doubleTapMs = 350
const pauseMs = 1000
// A text is meant by a tap this far from it, in heights of its line.
const reach = 0.8
// An icon has its name below it: how far, how long the name may be, and how far its middle is from the tap, in such heights.
const iconName = { below: 4.5, length: 8, aside: 2.5 }
// Drawings are read as letters, too, but with little confidence.
const leastConfidence = 70

type Tap = Extract<RecordedInput, { cutout: unknown }>
/** Counts for a tap whose text is still being read. */
const anyTap: Tap = { kind: 'tap', at: { x: 0, y: 0 }, text: null, cutout: null }

// A finger that goes this much farther than straight has drawn a line, as a share of the screen's width.
const drawnFrom = 0.2
type Moves = 'tap' | 'double_tap' | 'long_press' | 'swipe' | 'drag' | 'path'
const tapKinds = { tap: 'tap', double_tap: 'double-tap', long_press: 'long-press' } as const
// Of the service (spec 4.5).
const usualMs = { swipe: 250, drag: 600 }
const pointsSchema = z.array(z.record(z.string(), z.number()))

// A cut-out's side, as a share of the screen's width.
const cutoutSide = 0.16

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
}

/** Writes down what a person does on one phone. */
export interface InputRecorder {
  /** How many steps there are so far; a text and a turn of the wheel are one each. */
  readonly count: number
  gesture(gesture: Gesture): void
  /** @param space the screen that the action's coordinates are of; null for the phone's own */
  action(action: Action, space?: Size | null): void
  /** Waits for the texts under the fingers. @returns the inputs in their order */
  finish(): Promise<{ inputs: readonly RecordedInput[]; cutouts: readonly Cutout[] }>
}

const percentOf = ({ x, y }: { x: number; y: number }, { width, height }: Size): PercentPoint => ({
  x: (x / width) * 100,
  y: (y / height) * 100,
})
const nameOf = (words: Readonly<Record<string, string>>, word: string) =>
  Object.entries(words).find(([, each]) => each === word)?.[0]

const isSure = ({ words }: RecognizedLine) => words.every(({ confidence }) => confidence >= leastConfidence)
/** Whether a line may be the name of an icon at a point. Icons stand in rows: a line alone is a button or a caption. */
const namesIcon = (line: Box, lines: readonly Box[], x: number, y: number) =>
  isUnder(line, x, y) &&
  lines.some((other) => other !== line && Math.abs(other.top - line.top) <= line.height / 2)
const isUnder = ({ left, top, width, height }: Box, x: number, y: number) =>
  top > y &&
  top - y <= height * iconName.below &&
  width <= height * iconName.length &&
  Math.abs(left + width / 2 - x) <= height * iconName.aside
/** How far a point is from a box, in px; 0 inside. */
const distanceOf = ({ left, top, width, height }: Box, x: number, y: number) =>
  Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height))

export function createInputRecorder({
  clock,
  words,
  pictures,
  frame,
  cutouts: folder,
}: RecordInputOptions): InputRecorder {
  const inputs: (RecordedInput | Promise<RecordedInput>)[] = []
  const cutouts: Cutout[] = []
  let looks = 0
  let down: Down | null = null
  let last: PercentPoint | null = null
  let lastAtMs: number | null = null
  let lastTap: { atMs: number; at: PercentPoint; index: number } | null = null

  const add = (input: RecordedInput | Promise<RecordedInput>) => {
    const now = clock.monotonic()
    if (lastAtMs !== null && now - lastAtMs >= pauseMs) inputs.push({ kind: 'pause', ms: now - lastAtMs })
    lastAtMs = now
    inputs.push(input)
  }

  /** The text at a place, and its number among equal ones. A screen that can't be read has none. */
  const textAt = async (jpeg: Buffer, x: number, y: number): Promise<SeenText | null> => {
    const lines = await pictures.readText(jpeg).catch(() => [])
    const [line] = lines
      .filter((each) => hasWord(each.text) && isSure(each))
      .map((each) => ({ each, far: distanceOf(each, x, y) }))
      .filter(({ each, far }) => far <= each.height * reach || namesIcon(each, lines, x, y))
      .toSorted((one, other) => one.far - other.far)
      .map(({ each }) => each)
    const text = line?.text.trim() ?? ''
    if (!line || text === '') return null
    const equal = findText(lines, (each) => each === text)
    const index = equal.findIndex(({ left, top }) => left === line.left && top === line.top)
    return { text, index: Math.max(0, index) }
  }

  /** What is at a place: a text, else a cut-out of the picture, as far as there is one. */
  const seenAt = async (x: number, y: number, width: number): Down['seen'] => {
    const jpeg = frame()
    const number = (looks += 1)
    const text = jpeg && (await textAt(jpeg, x, y))
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
        add(
          seenAt((at.x * width) / 100, (at.y * height) / 100, width).then(({ text, cutout }): Tap => ({
            kind,
            at,
            text,
            cutout,
            ...gap,
          })),
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
    const tap = (kind: Tap['kind']) =>
      begun.seen.then(({ text, cutout }): Tap => ({ kind, at: begun.at, text, cutout }))
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
    get count() {
      return stepsOf(inputs.map((input) => (input instanceof Promise ? anyTap : input))).length
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
    async finish() {
      if (down) lift(down, last ?? down.at)
      down = null
      const done = await Promise.all(inputs)
      // A swipe needs none of where it began.
      const used = new Set(done.map((input) => ('cutout' in input ? input.cutout : null)))
      return { inputs: done, cutouts: cutouts.filter(({ path }) => used.has(path)) }
    },
  }
}
