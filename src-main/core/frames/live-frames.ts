import type { StreamFrame } from './frame-slot'

/** A frame that a phone shows. One that equals the frame before is the same object. */
export type Shown = Pick<StreamFrame, 'jpeg' | 'size'>

/** What takes the frames of one phone: a recording, a flow, the search for a text, a watch. */
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
  open(sink: FrameSink): () => void
}

/**
 * Gives the frames of live phones to what takes them beside the pages, as copies: a phone's buffers are filled again, and
 * what takes frames keeps them. A phone stays live as long as something takes its frames.
 */
export class LiveFrames {
  readonly #onHeld: () => void
  readonly #newest = new Map<string, StreamFrame>()
  readonly #copies = new WeakMap<StreamFrame, StreamFrame>()
  readonly #sinks = new Map<string, Set<FrameSink>>()

  /** @param onHeld called when the phones that have to be live are others */
  constructor(onHeld: () => void) {
    this.#onHeld = onHeld
  }

  /** Gives a phone's frames to a sink, the one that it shows first. @returns ends that */
  open(publicId: string, sink: FrameSink): () => void {
    const sinks = this.#sinks.get(publicId) ?? new Set()
    this.#sinks.set(publicId, sinks.add(sink))
    if (sinks.size === 1) this.#onHeld()
    const shown = this.newest(publicId)
    if (shown) sink.push(shown)
    return () => {
      if (!sinks.delete(sink) || sinks.size > 0) return
      this.#sinks.delete(publicId)
      this.#onHeld()
    }
  }

  /** Whether a phone has to be live, in sight or not. */
  holds(publicId: string): boolean {
    return this.#sinks.has(publicId)
  }

  /** Returns the frame that a live phone shows; null before its first. */
  newest(publicId: string): StreamFrame | null {
    const frame = this.#newest.get(publicId)
    return frame ? this.#copyOf(frame) : null
  }

  push(publicId: string, frame: StreamFrame): void {
    this.#newest.set(publicId, frame)
    for (const sink of this.#sinks.get(publicId) ?? []) sink.push(this.#copyOf(frame))
  }

  interrupt(publicId: string): void {
    if (!this.#newest.delete(publicId)) return
    for (const sink of this.#sinks.get(publicId) ?? []) sink.interrupt?.()
  }

  /** One copy a frame, made for the first that asks: mostly none does. */
  #copyOf(frame: StreamFrame): StreamFrame {
    let copy = this.#copies.get(frame)
    if (!copy) this.#copies.set(frame, (copy = { ...frame, jpeg: Buffer.from(frame.jpeg) }))
    return copy
  }
}
