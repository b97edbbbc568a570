import { CanvasSurface } from './canvas-surface'
import { createCreditClock } from './credit-clock'
import { decodeFrame } from './decode-frame'
import { portSource, socketSource, type FrameSource } from './frame-source'
import type { FromWorker, ToWorker } from './messages'
import { TileFrames } from './tile-frames'

/** The one worker that all frames go through: from the frame port onto the page's canvases. */
let source: FrameSource | null = null
let visible = true
const tiles = new Map<number, TileFrames>()
const surfaces = new Map<number, CanvasSurface>()
const credits = createCreditClock((due) => source?.sendCredits(due))

function tileFrames(tile: number): TileFrames {
  let frames = tiles.get(tile)
  if (!frames) {
    const credit = credits.give
    frames = new TileFrames({ tile, decode: decodeFrame, credit, now: () => performance.now() }, visible)
    tiles.set(tile, frames)
  }
  return frames
}

function add({ surface: id, ...options }: Extract<ToWorker, { type: 'add' }>): void {
  const tell = (message: FromWorker) => self.postMessage(message)
  const surface = new CanvasSurface(options, (size) => tell({ type: 'frame-size', surface: id, size }))
  surfaces.set(id, surface)
  tileFrames(options.tile).add(surface)
}

function change({ surface: id, size, prompt }: Extract<ToWorker, { type: 'change' }>): void {
  const surface = surfaces.get(id)
  if (!surface) return
  const isSameSize = surface.size.width === size.width && surface.size.height === size.height
  surface.size = size
  surface.prompt = prompt
  if (!isSameSize) void tiles.get(surface.tile)?.repaint(surface)
}

function remove(id: number): void {
  const surface = surfaces.get(id)
  if (surface) tiles.get(surface.tile)?.remove(surface)
  surfaces.delete(id)
}

function connect(message: Extract<ToWorker, { type: 'connect' }>): void {
  const onFrame = (frame: Parameters<TileFrames['push']>[0]) => tileFrames(frame.tile).push(frame)
  source = 'port' in message ? portSource(message.port, onFrame) : socketSource(message.url, onFrame)
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case 'connect':
      return connect(data)
    case 'add':
      return add(data)
    case 'change':
      return change(data)
    case 'remove':
      return remove(data.surface)
    case 'visible':
      visible = data.visible
      for (const frames of tiles.values()) frames.visible = visible
      return
    case 'forget':
      for (const tile of data.tiles) tiles.delete(tile)
      return
  }
}
