import type { Size } from '../../src-shared/protocol/device'

/** What the page tells its frame worker. Sizes of surfaces are in device pixels. */
export type ToWorker =
  /** Where frames come from: a port (Electron) or a WebSocket's address (loopback). */
  | { type: 'connect'; port: MessagePort }
  | { type: 'connect'; url: string }
  /** A canvas that shows a tile from now on; `prompt` ones take every frame, the others at most 20 a second. */
  | { type: 'add'; surface: number; tile: number; canvas: OffscreenCanvas; size: Size; prompt: boolean }
  | { type: 'change'; surface: number; size: Size; prompt: boolean }
  | { type: 'remove'; surface: number }
  /** While the page is hidden nothing is decoded; the newest frames are kept. */
  | { type: 'visible'; visible: boolean }
  /** The phones of this fleet are over. */
  | { type: 'forget'; tiles: number[] }

/** What the frame worker tells the page: never a frame. */
export type FromWorker =
  /** A surface shows a frame of another size than before. */
  { type: 'frame-size'; surface: number; size: Size }
