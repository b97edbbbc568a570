import { Document, type Node } from 'yaml'
import { escapePattern } from './pattern'
import { stepsOf, type RecordedInput, type Spot } from './recorded-input'

/** What a pattern can hold; a longer text becomes a point. */
const longestText = 200
const longestSwipeMs = 10_000
const startsFrom = '# Starts from the screen that was shown when recording began.'

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
  return `${startsFrom}\n${header}---\n${body.toString({ lineWidth: 0 })}`
}

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
