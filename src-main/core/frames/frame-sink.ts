import type { StreamFrame } from './frame-slot'

/** A frame that a phone shows. */
export type Shown = Pick<StreamFrame, 'jpeg' | 'size'>

/** A phone that somebody wants to see. */
export interface ShownPhone {
  publicId: string
  name: string
  /** The frame that it shows; null before its first. */
  shown: Shown | null
}

/** What takes phones' frames beside the pages: recordings, flows, the search for text, watches. */
export interface FrameSink {
  /** Whether a phone has to stay live, though no page shows it. */
  wants(publicId: string): boolean
  /** Takes a frame that came. One of a phone that it does not want costs nothing. */
  push(publicId: string, frame: Shown): void
}

/** Makes one sink of several. @param sinks asked each time, as some are made after the fleet */
export const joinSinks = (sinks: () => readonly FrameSink[]): FrameSink => ({
  wants: (publicId) => sinks().some((sink) => sink.wants(publicId)),
  push(publicId, frame) {
    for (const sink of sinks()) sink.push(publicId, frame)
  },
})
