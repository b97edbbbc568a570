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
    }
  | { readonly kind: 'text'; readonly text: string }
  /** A key or button by its name in the vocabulary: `Enter`, `home`. */
  | { readonly kind: 'key'; readonly key: string }
  | {
      readonly kind: 'swipe'
      readonly from: PercentPoint
      readonly to: PercentPoint
      readonly durationMs: number
      /** What it was, where a swipe is not quite the same: a line that goes another way than straight, or a drag. */
      readonly was?: 'line' | 'drag'
    }
  | { readonly kind: 'airplane'; readonly on: boolean }
  | { readonly kind: 'clipboard'; readonly text: string }
  | { readonly kind: 'scroll'; readonly towards: 'up' | 'down' }
  | { readonly kind: 'paste' }
  | { readonly kind: 'open-app'; readonly app: string; readonly username: string | null }
  | { readonly kind: 'open-link'; readonly link: string }
  | { readonly kind: 'pause'; readonly ms: number }
  /** What no command of a flow does, in a sentence. */
  | { readonly kind: 'unplayable'; readonly about: string }

/** A person who waits this long waits for the screen. */
const shortestPauseMs = 1000

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
    } else if (input.kind === 'unplayable' && last?.kind === 'unplayable' && input.about === last.about) {
      // Said once.
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
