/** What a keyboard does to a phone. */
type Typed =
  | { kind: 'text'; text: string }
  | { kind: 'key'; key: string }
  | { kind: 'chord'; modifiers: string[]; key: string }

/**
 * Keeps what is typed in order. Text and keys go over the control channel and chords by a call: what is typed after a
 * chord waits until the chord is answered, and text that waits is merged.
 */
export interface TypedQueue {
  push(typed: Typed): void
}

export interface TypedQueueOptions {
  sendText: (text: string) => void
  sendKey: (key: string) => void
  /** Settles when the chord is answered, well or not. */
  sendChord: (modifiers: string[], key: string) => Promise<void>
}

export function createTypedQueue({ sendText, sendKey, sendChord }: TypedQueueOptions): TypedQueue {
  const queue: Typed[] = []
  let chordUnderWay = false

  const drain = async () => {
    if (chordUnderWay) return
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (next.kind === 'text') sendText(next.text)
      else if (next.kind === 'key') sendKey(next.key)
      else {
        chordUnderWay = true
        await sendChord(next.modifiers, next.key)
        chordUnderWay = false
      }
    }
  }

  return {
    push(typed) {
      const last = queue.at(-1)
      if (last?.kind === 'text' && typed.kind === 'text') last.text += typed.text
      else queue.push({ ...typed })
      void drain()
    },
  }
}
