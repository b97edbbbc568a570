/** What a keyboard does to a phone. */
type Typed =
  | { kind: 'text'; text: string }
  | { kind: 'key'; key: string }
  | { kind: 'chord'; modifiers: string[]; key: string }
  /** What the phone's clipboard is to hold. */
  | { kind: 'clipboard'; text: string }

/**
 * Keeps what is typed in order. Text and keys go over the control channel, chords and the clipboard by a call: what is
 * typed after a call waits until it is answered, and text that waits is merged.
 */
export interface TypedQueue {
  push(typed: Typed): void
}

export interface TypedQueueOptions {
  sendText: (text: string) => void
  sendKey: (key: string) => void
  /** Settles when the chord is answered, well or not. */
  sendChord: (modifiers: string[], key: string) => Promise<void>
  /** Settles when the clipboard is set, or could not be. */
  setClipboard: (text: string) => Promise<void>
}

export function createTypedQueue(options: TypedQueueOptions): TypedQueue {
  const { sendText, sendKey, sendChord, setClipboard } = options
  const queue: Typed[] = []
  let callUnderWay = false

  const drain = async () => {
    if (callUnderWay) return
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (next.kind === 'text') sendText(next.text)
      else if (next.kind === 'key') sendKey(next.key)
      else {
        callUnderWay = true
        await (next.kind === 'chord' ? sendChord(next.modifiers, next.key) : setClipboard(next.text))
        callUnderWay = false
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
