import { z } from 'zod'
import type { Action } from '../../../../src-shared/protocol/action'
import type { Size } from '../../../../src-shared/protocol/device'
import { limits } from '../../../../src-shared/protocol/limits'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { PressWords } from '../language/presses'
import { longestText, type PercentPoint, type RecordedInput } from '../language/recorded-input'
import { percentOf } from './finger'
import { inputOfPress } from './press-input'

export type ActionWords = PressWords & Pick<Vocabulary, 'path'>
/** A tap that was done by an action; what it hit is looked up. */
export type TapInput = Extract<RecordedInput, { readonly cutout: unknown }>

// Of the service (spec 4.5).
const usualMs = { swipe: 250, drag: 600, long_press: 600 }
const tapKinds = { tap: 'tap', double_tap: 'double-tap', long_press: 'long-press' } as const
const unread = { text: null, cutout: null }
const pointsSchema = z.array(z.record(z.string(), z.number()))

const unplayable = (about: string): RecordedInput => ({ kind: 'unplayable', about })
const tooLong = (text: string, what: string) =>
  unplayable(`A text of ${text.length} characters was ${what}; a step has at most ${longestText}.`)

/** A text that was typed, where a step can type it. */
export const inputOfText = (text: string): RecordedInput =>
  text.length > longestText ? tooLong(text, 'typed') : { kind: 'text', text }

/** Returns an action as what a flow does. @param of the screen of its coordinates; null while it is not known */
export function inputOfAction(action: Action, words: ActionWords, of: Size | null): RecordedInput {
  const step = (command: string | Readonly<Record<string, unknown>>): RecordedInput => ({
    kind: 'command',
    command,
  })
  switch (action.type) {
    case 'press':
    case 'key':
      return inputOfPress(action, words)
    case 'text':
      return inputOfText(action.text)
    case 'open_url':
      return step({ openLink: action.url })
    case 'open_app': {
      const { target, username } = action
      return step({ launchApp: username === undefined ? target : { appId: target, username } })
    }
    case 'airplane':
      return step({ setAirplaneMode: action.on ? 'enabled' : 'disabled' })
    case 'clipboard_set':
      return action.text.length > longestText
        ? tooLong(action.text, 'put on the clipboard')
        : step({ setClipboard: action.text })
    case 'clipboard_get':
      return step('readClipboard')
    case 'device_ip':
      return step('deviceIp')
    case 'recalibrate':
      return step('recalibrate')
    default:
      return of
        ? inputOfMove(action, words, (x, y) => percentOf({ x, y }, of))
        : unplayable(`${action.type} was sent while the screen was not known.`)
  }
}

type Moves = 'tap' | 'double_tap' | 'long_press' | 'swipe' | 'drag' | 'path' | 'scroll'

/** An action at places of the screen. */
function inputOfMove(
  action: Extract<Action, { type: Moves }>,
  { path }: ActionWords,
  spotOf: (x: number, y: number) => PercentPoint,
): RecordedInput {
  switch (action.type) {
    case 'tap':
      return { kind: tapKinds.tap, at: spotOf(action.x, action.y), ...unread }
    case 'double_tap': {
      const gap = action.gap_ms === undefined ? {} : { gapMs: action.gap_ms }
      return { kind: tapKinds.double_tap, at: spotOf(action.x, action.y), ...unread, ...gap }
    }
    case 'long_press': {
      const { hold_ms: holdMs = usualMs.long_press } = action
      const hold = holdMs === usualMs.long_press ? {} : { holdMs }
      return { kind: tapKinds.long_press, at: spotOf(action.x, action.y), ...unread, ...hold }
    }
    case 'swipe':
    case 'drag': {
      const { type: kind, duration_ms: durationMs = usualMs[action.type] } = action
      return { kind, from: spotOf(action.x1, action.y1), to: spotOf(action.x2, action.y2), durationMs }
    }
    case 'scroll': {
      const notches = Math.max(-limits.scrollNotches, Math.min(limits.scrollNotches, action.dy))
      return { kind: 'wheel', at: spotOf(action.x, action.y), notches }
    }
    case 'path': {
      const points = (pointsSchema.safeParse(action[path.points]).data ?? []).map((point) =>
        spotOf(point[path.x] ?? 0, point[path.y] ?? 0),
      )
      return points.length < limits.pathPointsMin
        ? unplayable('A line without points was drawn.')
        : { kind: 'path', points: points.slice(0, limits.pathPointsMax) }
    }
  }
}
