import type { Size } from '../../../src-shared/protocol/device'

/** How a surface shows its tile. */
export interface SurfaceState {
  /** The space for the whole frame, in whole device px. */
  room: Size
  /** Shows each frame at once; other surfaces change together, at most 20 times a second. */
  prompt: boolean
  /** False while the surface is scrolled out of sight: nothing is decoded for it. */
  seen: boolean
}

/** Where a surface is painted: its own canvas, a removed surface's, or the track of a video element. */
export type PaintTarget =
  | { canvas: OffscreenCanvas }
  | { canvasOf: number }
  | { track: WritableStream<VideoFrame> }

/** How fast and how fresh a surface shows its tile. */
export interface Pace {
  /** Painted frames a second. */
  fps: number
  /** From the socket to the paint, in ms; null when nothing was painted lately. */
  ageMs: number | null
}

/** From the page to a frame worker. */
export type ToWorker =
  /** The source of frames: a port (Electron) or a WebSocket's address (loopback). */
  | { type: 'connect'; port: MessagePort }
  | { type: 'connect'; url: string }
  | { type: 'add'; surface: number; tile: number; target: PaintTarget; state: SurfaceState }
  | { type: 'change'; surface: number; state: SurfaceState }
  /** The surface may have lost its last picture. */
  | { type: 'repeat'; surface: number }
  /** With `spare` the worker keeps the canvas, blank, for another surface. */
  | { type: 'remove'; surface: number; spare: boolean }
  /** The answer to `beat`. */
  | { type: 'beat' }
  /** A hidden page decodes nothing; its newest frames are kept. */
  | { type: 'visible'; visible: boolean }
  /** Starts or stops `pace` messages, two a second. */
  | { type: 'measure'; on: boolean }
  /** Asks for a tile's frames; the page's only worker gets all. */
  | { type: 'take'; tile: number }
  /** Drops the last frames of these tiles, and asks for no more: their fleet is closed, or another worker takes them. */
  | { type: 'forget'; tiles: number[] }

/** From a frame worker to the page: never a frame. */
export type FromWorker =
  /** A surface's frame (px) or picture (device px) has a new size. */
  | { type: 'shown'; surface: number; frame: Size; picture: Size }
  /** Sent on change: the newest frame of a tile is damaged, so that the last picture stays. */
  | { type: 'damaged'; tile: number; isDamaged: boolean }
  /** Asks whether the page's main thread keeps up. */
  | { type: 'beat' }
  | { type: 'pace'; paces: { surface: number; pace: Pace }[] }
