import { escapePattern } from './pattern'
import type { PercentPoint, RecordedInput } from './recorded-input'

/** What a pattern can hold; a longer text becomes a point. */
const longestText = 200
const longestSwipeMs = 10_000

export type Command = string | Readonly<Record<string, unknown>>
/** A command with what is said above it; null for what is only said. */
type Written = { readonly command: Command | null; readonly about: string | null }

/** Says a step of a recording in a line, as the flow's file will have it: `tapOn: Settings`. */
export function sayStep(input: RecordedInput): string {
  const { command, about } = commandOf(input)
  return command === null ? `# ${about ?? ''}` : said(command)
}

const said = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, each]) => `${name}: ${said(each)}`)
        .join(', ')
    : String(value)

/** Returns the command that does what a person did. */
export function commandOf(input: RecordedInput): Written {
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
