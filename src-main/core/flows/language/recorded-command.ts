import { escapePattern } from './pattern'
import type { Command, PercentPoint, RecordedInput } from './recorded-input'

/** What a pattern can hold; a longer text becomes a point. */
const longestPattern = 200
const longestPressMs = 10_000
// A line through 200 points fills the list of steps otherwise.
const longestLine = 200

/** A command with what is said above it; null for what is only said. */
type Written = { readonly command: Command | null; readonly about: string | null }

/** Says a step of a recording in a line, as the flow's file will have it: `tapOn: Settings`. */
export function sayStep(input: RecordedInput): string {
  const { command, about } = commandOf(input)
  const line = command === null ? `# ${about ?? ''}` : said(command)
  return line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line
}

const said = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(said).join(' ')
  return typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, each]) => `${name}: ${said(each)}`)
        .join(', ')
    : String(value)
}

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
      return { command: { inputText: plain(input.text) }, about: input.about ?? null }
    case 'key':
      return alone(input.key === 'Backspace' ? { eraseText: 1 } : { pressKey: input.key })
    case 'swipe':
    case 'drag': {
      const { kind, from, to, durationMs } = input
      return alone({ [kind]: { start: pointOf(from), end: pointOf(to), duration: pressMs(durationMs) } })
    }
    case 'path':
      return alone({ path: input.points.map(pointOf) })
    case 'wheel':
      return alone({ scroll: { notches: input.notches, point: pointOf(input.at) } })
    case 'command':
      return { command: plainIn(input.command) as Command, about: input.about ?? null }
    case 'pause':
      return alone('waitForAnimationToEnd')
    case 'untyped':
      return { command: null, about: `The phone did not type “${input.letters}”.` }
    case 'unplayable': {
      const { about, times = 1 } = input
      return { command: null, about: times === 1 ? about : `${about} (${times} times)` }
    }
  }
}

const pressMs = (ms: number) => Math.min(longestPressMs, Math.max(0, Math.round(ms)))

function onTarget(
  command: string,
  { at, text, cutout, gapMs, holdMs }: Extract<RecordedInput, { readonly cutout: unknown }>,
): Written {
  const more = {
    ...(gapMs === undefined ? {} : { delay: gapMs }),
    ...(holdMs === undefined ? {} : { duration: pressMs(holdMs) }),
  }
  if (text !== null && text.text !== '' && text.text.length <= longestPattern) {
    const pattern = escapePattern(text.text)
    const index = text.index === 0 ? {} : { index: text.index }
    const isPlain = Object.keys({ ...index, ...more }).length === 0
    return { command: { [command]: isPlain ? pattern : { text: pattern, ...index, ...more } }, about: null }
  }
  const about = cutout === null ? null : `What was there: ${cutout}`
  return { command: { [command]: { point: pointOf(at), ...more } }, about }
}

const pointOf = ({ x, y }: PercentPoint) => `${share(x)}%,${share(y)}%`

const share = (percent: number) => Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10

/** A text that the reader takes as it is. */
const plain = (text: string) => text.replaceAll('${', '\\${')

/** A command all of whose texts the reader takes as they are. */
function plainIn(value: unknown): unknown {
  if (typeof value === 'string') return plain(value)
  if (Array.isArray(value)) return value.map(plainIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainIn(each)]))
}
