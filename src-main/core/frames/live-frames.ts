import type { StreamFrame } from './frame-slot'

/** A frame that a phone shows. One that equals the frame before is the same object. */
export type Shown = Pick<StreamFrame, 'jpeg' | 'size'>

/** What takes the frames of one phone: a recording, a flow, the search for a text, a rule. */
export interface FrameSink {
  push(frame: Shown): void
  /** The stream is interrupted: the last frame may be old. */
  interrupt?(): void
}

/** A phone whose frames can be taken. */
export interface FramedPhone {
  publicId: string
  name: string
  /** As `LiveFrames.open`. */
  open(sink: FrameSink, isKept?: boolean): () => void
}

/**
 * Gives the frames of live phones to what takes them beside the pages, as copies: a phone's buffers are filled again, and
 * what takes frames keeps them. A phone stays live as long as something takes its frames that keeps it so.
 */
export class LiveFrames {
  readonly #onHeld: () => void
  readonly #newest = new Map<string, StreamFrame>()
  readonly #copies = new WeakMap<StreamFrame, StreamFrame>()
  /** The sinks of each phone, and whether each keeps it live. */
  readonly #sinks = new Map<string, Map<FrameSink, boolean>>()

  /** @param onHeld called when the phones that have to be live are others */
  constructor(onHeld: () => void) {
    this.#onHeld = onHeld
  }

  /**
   * Gives a phone's frames to a sink, the one that it shows first.
   * @param isKept whether the phone is kept live for it; else it gets frames while the phone is live anyway
   * @returns ends that
   */
  open(publicId: string, sink: FrameSink, isKept = true): () => void {
    const sinks = this.#sinks.get(publicId) ?? new Map<FrameSink, boolean>()
    const wasHeld = this.holds(publicId)
    this.#sinks.set(publicId, sinks.set(sink, isKept))
    if (isKept && !wasHeld) this.#onHeld()
    const shown = this.newest(publicId)
    if (shown) sink.push(shown)
    return () => {
      if (!sinks.delete(sink)) return
      if (sinks.size === 0) this.#sinks.delete(publicId)
      if (isKept && !this.holds(publicId)) this.#onHeld()
    }
  }

  /** Whether a phone has to be live, in sight or not. */
  holds(publicId: string): boolean {
    return [...(this.#sinks.get(publicId)?.values() ?? [])].includes(true)
  }

  /** Returns the frame that a live phone shows; null before its first. */
  newest(publicId: string): StreamFrame | null {
    const frame = this.#newest.get(publicId)
    return frame ? this.#copyOf(frame) : null
  }

  push(publicId: string, frame: StreamFrame): void {
    this.#newest.set(publicId, frame)
    for (const sink of this.#sinks.get(publicId)?.keys() ?? []) sink.push(this.#copyOf(frame))
  }

  interrupt(publicId: string): void {
    if (!this.#newest.delete(publicId)) return
    for (const sink of this.#sinks.get(publicId)?.keys() ?? []) sink.interrupt?.()
  }

  /** One copy a frame, made for the first that asks: mostly none does. */
  #copyOf(frame: StreamFrame): StreamFrame {
    let copy = this.#copies.get(frame)
    if (!copy) this.#copies.set(frame, (copy = { ...frame, jpeg: Buffer.from(frame.jpeg) }))
    return copy
  }
}
