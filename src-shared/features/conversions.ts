import type { Size } from '../protocol/device'

/** The kinds of file that a recording is converted to. */
export const videoFormats = ['mp4', 'webm'] as const
export type VideoFormat = (typeof videoFormats)[number]

/** What a person wants of a video. */
export interface VideoWish {
  format: VideoFormat
  /** The phone's name and the clock in a line under the picture. */
  isCaptioned: boolean
}

/** A conversion that has begun, with what the whole recording holds. */
export interface StartedConversion {
  id: number
  /** In pixels: the largest size that is shown for long. */
  size: { width: number; height: number }
  /** How long it lasts, in ms. */
  ms: number
  /** The phone's name; may be empty. */
  title: string
  /** In ms since the epoch; null when the recording does not say. */
  startedAt: number | null
}

/** One frame of a recording. */
export interface FrameToConvert {
  /** In ms from the recording's start. */
  at: number
  /** In pixels. */
  size: Size
  jpeg: Uint8Array
}

/** The most bytes that the page writes at once. */
export const mostWrittenBytes = 1024 * 1024
