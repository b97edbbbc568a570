import type { Frame } from '../../src-shared/bridge/frame-packet'
import type { Size } from '../../src-shared/protocol/device'
import { ownDecoder } from '../jpeg/jpeg-decoder'
import { createCanvases } from './canvases'
import { createCreditBatch } from './credit-batch'
import { createDecodeHelpers } from './decode-helpers'
import { createDecodeQueue } from './decode-queue'
import { createFrameDecoder } from './frame-decoder'
import { portSource, socketSource, type FrameSource } from './frame-source'
import { later } from './yield-task'
import type { FromWorker, ToWorker } from './messages'
import { createPageHeartbeat } from './page-heartbeat'
import { createPaintTurns } from './paint-turns'
import { decodeForCanvas, decodeForTrack } from './picture'
import { TileFrames } from './tile-frames'
import { TileSurface } from './tile-surface'

/** The one worker that all frames go through: from the frame port onto the page's canvases. */
const paceEveryMs = 500

let source: FrameSource | null = null
let visible = true
let measuring: ReturnType<typeof setInterval> | undefined
const tiles = new Map<number, TileFrames>()
const surfaces = new Map<number, TileSurface>()
const canvases = createCanvases()
const credits = createCreditBatch((given) => source?.sendCredits(given))
const cores = navigator.hardwareConcurrency
const startHelper = () => new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' })
// One core is this worker's, and one is left to those that bring the frames and show the pictures.
// Not every browser lets a worker start others.
const spareCores = typeof Worker === 'undefined' ? 0 : Math.max(0, cores - 2)
const helpers = createDecodeHelpers(spareCores, startHelper)
const decoder = createFrameDecoder(ownDecoder(), helpers)
const decodes = createDecodeQueue(cores, later)
const turns = createPaintTurns()

const tell = (message: FromWorker) => self.postMessage(message)
const beat = createPageHeartbeat(
  () => tell({ type: 'beat' }),
  () => performance.now(),
)
const paintTurn = async (prompt: boolean) => {
  await turns.next(prompt)
  // The one under the hand, or the large one, waits for nothing.
  if (!prompt) await beat.next()
}

function tileFrames(tile: number): TileFrames {
  let frames = tiles.get(tile)
  if (!frames) {
    const { run: schedule } = decodes
    const onDamaged = (isDamaged: boolean) => tell({ type: 'damaged', tile, isDamaged })
    frames = new TileFrames({ tile, schedule, paintTurn, credit: credits.give, onDamaged }, visible)
    tiles.set(tile, frames)
  }
  return frames
}

function add({ surface: id, tile, ground, state }: Extract<ToWorker, { type: 'add' }>): void {
  const onShown = (frame: Size, picture: Size) => tell({ type: 'shown', surface: id, frame, picture })
  const decode =
    'track' in ground
      ? decodeForTrack(ground.track, decoder)
      : decodeForCanvas(canvases.take(id, ground), decoder)
  const surface = new TileSurface({ tile, decode, state, onShown })
  surfaces.set(id, surface)
  tileFrames(tile).add(surface)
}

function change({ surface: id, state }: Extract<ToWorker, { type: 'change' }>): void {
  const surface = surfaces.get(id)
  surface?.change(state)
  if (surface) tiles.get(surface.tile)?.look(surface)
}

function repeat(id: number): void {
  const surface = surfaces.get(id)
  if (surface) tiles.get(surface.tile)?.repeat(surface)
}

function remove({ surface: id, spare }: Extract<ToWorker, { type: 'remove' }>): void {
  const surface = surfaces.get(id)
  if (surface) tiles.get(surface.tile)?.remove(surface)
  surfaces.delete(id)
  canvases.leave(id, spare)
}

function connect(message: Extract<ToWorker, { type: 'connect' }>): void {
  const onFrame = (frame: Frame) => tileFrames(frame.tile).push(frame)
  source = 'port' in message ? portSource(message.port, onFrame) : socketSource(message.url, onFrame)
}

function measure(on: boolean): void {
  clearInterval(measuring)
  if (!on) return
  const tellPaces = () =>
    tell({ type: 'pace', paces: [...surfaces].map(([surface, { pace }]) => ({ surface, pace })) })
  measuring = setInterval(tellPaces, paceEveryMs)
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case 'connect':
      return connect(data)
    case 'add':
      return add(data)
    case 'change':
      return change(data)
    case 'repeat':
      return repeat(data.surface)
    case 'remove':
      return remove(data)
    case 'visible':
      visible = data.visible
      for (const frames of tiles.values()) frames.visible = visible
      return
    case 'beat':
      return beat.answer()
    case 'measure':
      return measure(data.on)
    case 'forget':
      for (const tile of data.tiles) tiles.delete(tile)
      return
  }
}
