import { Document, type Node } from 'yaml'
import { escapePattern } from './pattern'
import { stepsOf, type RecordedInput, type PercentPoint } from './recorded-input'

/** What a pattern can hold; a longer text becomes a point. */
const longestText = 200
const longestSwipeMs = 10_000
const startsFrom = '# Starts from the screen that was shown when recording began.'

type Command = string | Readonly<Record<string, unknown>>
/** A command with what is said above it; null for what is only said. */
type Written = { readonly command: Command | null; readonly about: string | null }

/**
 * Writes a recording as the text of a flow. Typing becomes one `inputText`, pauses wait for a still screen, and what no
 * command does is a comment.
 */
export function writeFlow(name: string, inputs: readonly RecordedInput[]): string {
  const commands: Command[] = []
  const comments: string[][] = [[]]
  for (const { command, about } of stepsOf(inputs).map(written)) {
    if (about !== null) comments.at(-1)?.push(` ${about.replaceAll(/\s+/g, ' ')}`)
    if (command === null) continue
    commands.push(command)
    comments.push([])
  }
  const body = new Document<Node>(commands.length > 0 ? commands : ['waitForAnimationToEnd'])
  const items = (body.contents as unknown as { readonly items: readonly Node[] }).items
  for (const [index, lines] of comments.entries()) {
    if (lines.length === 0) continue
    const item = items[index]
    if (item) item.commentBefore = lines.join('\n')
    else body.comment = lines.join('\n')
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
        about: input.was === undefined ? null : unlikeSwipe[input.was],
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
    case 'unplayable':
      return { command: null, about: input.about }
  }
}

const unlikeSwipe = {
  line: 'A line was drawn; a swipe goes straight.',
  drag: 'Something was dragged; a swipe of the same time stands for it.',
}

function onTarget(
  command: string,
  { at, text, cutout, gapMs }: Extract<RecordedInput, { readonly cutout: unknown }>,
): Written {
  const more = gapMs === undefined ? {} : { delay: gapMs }
  if (text !== null && text.text !== '' && text.text.length <= longestText) {
    const pattern = escapePattern(text.text)
    return {
      command: {
        [command]:
          text.index === 0 && gapMs === undefined
            ? pattern
            : { text: pattern, ...(text.index === 0 ? {} : { index: text.index }), ...more },
      },
      about: null,
    }
  }
  const about = cutout === null ? null : `What was there: ${cutout}`
  return { command: { [command]: { point: pointOf(at), ...more } }, about }
}

const pointOf = ({ x, y }: PercentPoint) => `${share(x)}%,${share(y)}%`

const share = (percent: number) => Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10

/** A text that the reader takes as it is. */
const plain = (text: string) => text.replaceAll('${', '\\${')
