import { Document, type Node } from 'yaml'
import { escapePattern } from './pattern'

/** A place on the screen, in percent of it. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** A text that was recognised under a finger; `index` counts equal ones from the top left. */
export interface SeenText {
  readonly text: string
  readonly index: number
}

/** One thing that a person did on a phone while it was recorded. */
export type RecordedInput =
  | {
      readonly kind: 'tap' | 'double-tap' | 'long-press'
      readonly at: Spot
      /** null where none was recognised. */
      readonly text: SeenText | null
      /** Where the cut-out of what was there is kept, beside the flow; null for none. */
      readonly cutout: string | null
    }
  | { readonly kind: 'text'; readonly text: string }
  /** A key or button by its name in the vocabulary: `Enter`, `home`. */
  | { readonly kind: 'key'; readonly key: string }
  | {
      readonly kind: 'swipe'
      readonly from: Spot
      readonly to: Spot
      readonly durationMs: number
      /** Whether the finger went another way than straight. */
      readonly isDrawn?: boolean
    }
  | { readonly kind: 'airplane'; readonly on: boolean }
  | { readonly kind: 'clipboard'; readonly text: string }
  | { readonly kind: 'scroll'; readonly towards: 'up' | 'down' }
  | { readonly kind: 'paste' }
  | { readonly kind: 'open-app'; readonly app: string; readonly username: string | null }
  | { readonly kind: 'open-link'; readonly link: string }
  | { readonly kind: 'pause'; readonly ms: number }

/** What a pattern can hold; a longer text becomes a point. */
const longestText = 200
/** A person who waits this long waits for the screen. */
const shortestPauseMs = 1000
const longestSwipeMs = 10_000

type Command = string | Readonly<Record<string, unknown>>
type Written = { readonly command: Command; readonly about: string | null }

/** Writes a recording as the text of a flow. Typing becomes one `inputText`, and pauses wait for a still screen. */
export function writeFlow(name: string, inputs: readonly RecordedInput[]): string {
  const commands = stepsOf(inputs).map(written)
  const body = new Document<Node>(
    commands.length > 0 ? commands.map(({ command }) => command) : ['waitForAnimationToEnd'],
  )
  const items = (body.contents as unknown as { readonly items: readonly Node[] }).items
  for (const [index, { about }] of commands.entries()) {
    const item = items[index]
    if (item && about !== null) item.commentBefore = ` ${about.replaceAll(/\s+/g, ' ')}`
  }
  const header = new Document({ name: name.trim() || 'Recorded flow' }).toString({ lineWidth: 0 })
  return `${header}---\n${body.toString({ lineWidth: 0 })}`
}

/** Joins what is one step: letters, what was typed and taken back, notches of the wheel, pauses. */
export function stepsOf(inputs: readonly RecordedInput[]): RecordedInput[] {
  const joined: RecordedInput[] = []
  for (const input of inputs) {
    const last = joined.at(-1)
    if (input.kind === 'text' && last?.kind === 'text')
      joined.splice(-1, 1, { kind: 'text', text: last.text + input.text })
    else if (isBackspace(input) && last?.kind === 'text') {
      const text = withoutLast(last.text)
      joined.splice(-1, 1, ...(text === '' ? [] : [{ kind: 'text', text } as const]))
    } else if (input.kind === 'scroll' && last?.kind === 'scroll' && input.towards === last.towards) {
      // A flow's scroll is a whole turn of the wheel.
    } else if (input.kind === 'pause') {
      // Letters of one word may come slowly.
      if (input.ms >= shortestPauseMs && last !== undefined && last.kind !== 'pause' && last.kind !== 'text')
        joined.push(input)
    } else if (input.kind !== 'text' || input.text !== '') joined.push(input)
  }
  return joined.at(-1)?.kind === 'pause' ? joined.slice(0, -1) : joined
}

const isBackspace = (input: RecordedInput) => input.kind === 'key' && input.key === 'Backspace'

const withoutLast = (text: string) =>
  [...new Intl.Segmenter().segment(text)]
    .slice(0, -1)
    .map(({ segment }) => segment)
    .join('')

function written(input: RecordedInput): Written {
  const alone = (command: Command): Written => ({ command, about: null })
  switch (input.kind) {
    case 'tap':
      return onTarget('tapOn', input)
    case 'double-tap':
      return onTarget('doubleTapOn', input)
    case 'long-press':
      return onTarget('longPressOn', input)
    case 'text':
      return alone({ inputText: plain(input.text) })
    case 'key':
      return alone(input.key === 'Backspace' ? { eraseText: 1 } : { pressKey: input.key })
    case 'swipe': {
      const duration = Math.min(longestSwipeMs, Math.max(0, Math.round(input.durationMs)))
      return {
        command: { swipe: { start: pointOf(input.from), end: pointOf(input.to), duration } },
        about: input.isDrawn === true ? 'A line was drawn; a swipe goes straight.' : null,
      }
    }
    case 'scroll':
      return alone(input.towards === 'down' ? 'scroll' : { swipe: { direction: 'DOWN' } })
    case 'airplane':
      return alone({ setAirplaneMode: input.on ? 'enabled' : 'disabled' })
    case 'clipboard':
      return alone({ setClipboard: plain(input.text) })
    case 'paste':
      return alone('pasteText')
    case 'open-app': {
      const { app, username } = input
      return alone({
        launchApp: username === null ? plain(app) : { appId: plain(app), username: plain(username) },
      })
    }
    case 'open-link':
      return alone({ openLink: plain(input.link) })
    case 'pause':
      return alone('waitForAnimationToEnd')
  }
}

function onTarget(
  command: string,
  { at, text, cutout }: Extract<RecordedInput, { readonly cutout: unknown }>,
): Written {
  if (text !== null && text.text !== '' && text.text.length <= longestText) {
    const pattern = escapePattern(text.text)
    return {
      command: { [command]: text.index === 0 ? pattern : { text: pattern, index: text.index } },
      about: null,
    }
  }
  const about = cutout === null ? null : `What was there: ${cutout}`
  return { command: { [command]: { point: pointOf(at) } }, about }
}

const pointOf = ({ x, y }: Spot) => `${share(x)}%,${share(y)}%`

const share = (percent: number) => Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10

/** A text that the reader takes as it is. */
const plain = (text: string) => text.replaceAll('${', '\\${')
