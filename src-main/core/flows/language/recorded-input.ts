/** A place on the screen, in percent of it. */
export interface PercentPoint {
  readonly x: number
  readonly y: number
}

/** A text that was recognised under a finger; `index` counts equal ones from the top left. */
export interface SeenText {
  readonly text: string
  readonly index: number
}

/** A command as a flow has it, with texts as they are: writing it escapes `${`. */
export type Command = string | Readonly<Record<string, unknown>>

/** One thing that a person did on a phone while it was recorded. */
export type RecordedInput =
  | {
      readonly kind: 'tap' | 'double-tap' | 'long-press'
      readonly at: PercentPoint
      /** null where none was recognised. */
      readonly text: SeenText | null
      /** Where the cut-out of what was there is kept, beside the flow; null for none. */
      readonly cutout: string | null
      /** Between the taps of a double tap, in ms, where it was chosen. */
      readonly gapMs?: number
      /** Of a long press, in ms, where it is not the usual time. */
      readonly holdMs?: number
    }
  /** `about` is said above it. */
  | { readonly kind: 'text'; readonly text: string; readonly about?: string }
  /** A key or button by its name in the vocabulary: `Enter`, `home`. */
  | { readonly kind: 'key'; readonly key: string }
  | {
      readonly kind: 'swipe' | 'drag'
      readonly from: PercentPoint
      readonly to: PercentPoint
      readonly durationMs: number
    }
  /** A line through 2 to 200 points. */
  | { readonly kind: 'path'; readonly points: readonly PercentPoint[] }
  /** The wheel over a place: positive notches scroll down. */
  | { readonly kind: 'wheel'; readonly at: PercentPoint; readonly notches: number }
  /** `about` is said above it. */
  | { readonly kind: 'command'; readonly command: Command; readonly about?: string }
  | { readonly kind: 'pause'; readonly ms: number }
  /** Letters that a person typed and the phone has not. */
  | { readonly kind: 'untyped'; readonly letters: string }
  /** What no command of a flow does, in a sentence; `times` where it was done several times. */
  | { readonly kind: 'unplayable'; readonly about: string; readonly times?: number }

/** A person who waits this long waits for the screen. */
const shortestPauseMs = 1000
/** What one `scroll` turns at most. */
export const mostNotches = 200
/** What one command types at most; a flow's text has 20,000 characters at most, with `${` escaped. */
export const longestText = 5000
// The pointer is over the same list within this distance, in percent of the screen.
const samePlace = 5

/** Joins what is one step: letters, what was typed and taken back, notches of the wheel, pauses. */
export function stepsOf(inputs: readonly RecordedInput[]): RecordedInput[] {
  const joined: RecordedInput[] = []
  for (const input of inputs) {
    const last = joined.at(-1)
    const together = last && joinedWith(last, input)
    if (together) joined.splice(-1, 1, ...together)
    else if (input.kind === 'pause') {
      // Letters of one word may come slowly.
      if (input.ms >= shortestPauseMs && last !== undefined && last.kind !== 'pause' && last.kind !== 'text')
        joined.push(input)
    } else if (!isNothing(input)) joined.push(input)
  }
  return joined.at(-1)?.kind === 'pause' ? joined.slice(0, -1) : joined
}

const isNothing = (input: RecordedInput) =>
  (input.kind === 'text' && input.text === '') || (input.kind === 'wheel' && input.notches === 0)

/** What stands in place of a step once an input goes on with it, or takes it back; null when the two are steps of their own. */
function joinedWith(last: RecordedInput, input: RecordedInput): readonly RecordedInput[] | null {
  if (last.kind === 'text' && input.kind === 'text' && areOneText(last, input))
    return [{ kind: 'text', text: last.text + input.text }]
  if (last.kind === 'text' && input.kind === 'key' && input.key === 'Backspace') {
    const text = withoutLast(last.text)
    return text === '' ? [] : [{ ...last, text }]
  }
  if (last.kind === 'wheel' && input.kind === 'wheel' && turnsOn(last, input))
    return [{ ...last, notches: last.notches + input.notches }]
  if (last.kind === 'untyped' && input.kind === 'untyped')
    return [{ kind: 'untyped', letters: last.letters + input.letters }]
  if (last.kind === 'unplayable' && input.kind === 'unplayable' && last.about === input.about)
    return [{ ...last, times: (last.times ?? 1) + (input.times ?? 1) }]
  return null
}

type Text = Extract<RecordedInput, { kind: 'text' }>
/** What something is said above stands alone. */
const areOneText = (last: Text, next: Text) =>
  last.about === undefined && next.about === undefined && last.text.length + next.text.length <= longestText

type Wheel = Extract<RecordedInput, { kind: 'wheel' }>
const turnsOn = (last: Wheel, next: Wheel) =>
  last.notches > 0 === next.notches > 0 &&
  Math.abs(last.notches + next.notches) <= mostNotches &&
  Math.hypot(next.at.x - last.at.x, next.at.y - last.at.y) <= samePlace

/** Counts the steps of a recording, and the inputs that are comments because no command does them. */
export function countInputs(steps: readonly RecordedInput[]): { steps: number; comments: number } {
  const said = steps.filter((step) => step.kind === 'unplayable' || step.kind === 'untyped')
  const times = said.map((step) => (step.kind === 'unplayable' ? (step.times ?? 1) : 1))
  return { steps: steps.length - said.length, comments: times.reduce((sum, each) => sum + each, 0) }
}

const withoutLast = (text: string) =>
  [...new Intl.Segmenter().segment(text)]
    .slice(0, -1)
    .map(({ segment }) => segment)
    .join('')
