import type { VideoFormat } from '../../../../src-shared/features/conversions'
import type { Size } from '../../../../src-shared/protocol/device'

/** What a conversion makes of a recording. */
export interface VideoPlan {
  /** The conversion. */
  id: number
  format: VideoFormat
  /** Of the largest frames that are shown for long, in pixels. */
  size: Size
  /** How long the recording lasts, in ms. */
  ms: number
  /** The phone's name. */
  title: string
  /** When the recording began, in ms since the epoch; null when it does not say. */
  startedAt: number | null
  /** The locale of a line under the picture, with the name and the clock; null for no line. */
  captionLocale: string | null
}

/** From the page to the worker: the first message, then the core's packets. */
export type ToConverter = VideoPlan | ArrayBuffer

/**
 * From the worker to the page:
 * - a packet for the core
 * - `progress`: the share of the time that is encoded, from 0 to 1
 * - `ended`: all is written, or the core failed, which its `finish` tells
 * - `failed`; `no-encoder` if the browser can't encode this
 */
export type FromConverter =
  | ArrayBuffer
  | { type: 'progress'; share: number }
  | { type: 'ended' }
  | { type: 'failed'; why: 'no-encoder' | 'empty' | 'failed'; detail: string }
