import type { Size } from '../../src-shared/protocol/device'

/** How a surface shows its tile. */
export interface SurfaceState {
  /** In which the frame is shown whole, in whole device pixels. */
  room: Size
  /** Takes every frame; the others change together, at most 20 times a second. */
  prompt: boolean
  /** False while it is scrolled out of sight: then nothing is decoded for it. */
  seen: boolean
}

/** Where a surface is painted: a canvas, the one that a removed surface has left, or the track of a video element. */
export type PaintTarget =
  | { canvas: OffscreenCanvas }
  | { canvasOf: number }
  | { track: WritableStream<VideoFrame> }

/** How fast and how fresh a surface shows its tile. */
export interface Pace {
  /** Frames painted a second. */
  fps: number
  /** From the socket to the paint, in ms; null when nothing was painted lately. */
  ageMs: number | null
}

/** What the page tells its frame worker. */
export type ToWorker =
  /** Where frames come from: a port (Electron) or a WebSocket's address (loopback). */
  | { type: 'connect'; port: MessagePort }
  | { type: 'connect'; url: string }
  /** A surface that shows a tile from now on. */
  | { type: 'add'; surface: number; tile: number; ground: PaintTarget; state: SurfaceState }
  | { type: 'change'; surface: number; state: SurfaceState }
  /** It may not have got its last picture. */
  | { type: 'repeat'; surface: number }
  /** @param spare its canvas is kept, blank, for another surface */
  | { type: 'remove'; surface: number; spare: boolean }
  /** The answer to `beat`. */
  | { type: 'beat' }
  /** While the page is hidden nothing is decoded; the newest frames are kept. */
  | { type: 'visible'; visible: boolean }
  /** Whether the pace of each surface is told, twice a second. */
  | { type: 'measure'; on: boolean }
  /** The phones of this fleet are over. */
  | { type: 'forget'; tiles: number[] }

/** What the frame worker tells the page: never a frame. */
export type FromWorker =
  /** A surface shows a frame, or its picture (in device pixels), of another size than before. */
  | { type: 'shown'; surface: number; frame: Size; picture: Size }
  /** Whether the newest frame of a tile is damaged, so that the last picture stays: told when it changes. */
  | { type: 'damaged'; tile: number; isDamaged: boolean }
  /** Asks the page's main thread whether it follows. */
  | { type: 'beat' }
  | { type: 'pace'; paces: { surface: number; pace: Pace }[] }
