import type { PieceOfRecording, VideoFormat } from '../../../../src-shared/bridge/conversions'
import type { Size } from '../../../../src-shared/protocol/device'

/** What a conversion makes of a recording. */
export interface VideoPlan {
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

/** From the page to the worker: the first message, then an answer to each `read` and `write`. */
export type ToConverter =
  | ({ type: 'begin' } & VideoPlan)
  | { type: 'piece'; piece: PieceOfRecording }
  | { type: 'written' }

/**
 * From the worker to the page:
 * - `read`, `write`: to be done by the core; `at` is a place in the file in bytes
 * - `progress`: the share of the time that is encoded, from 0 to 1
 * - `done`: all is written
 * - `failed`; `no-encoder` if the browser can't encode this
 */
export type FromConverter =
  | { type: 'read' }
  | { type: 'write'; at: number; base64: string }
  | { type: 'progress'; share: number }
  | { type: 'done' }
  | { type: 'failed'; why: 'no-encoder' | 'empty' | 'failed'; detail: string }
