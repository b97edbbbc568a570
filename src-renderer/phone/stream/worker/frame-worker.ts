import { asksForTile, leavesTile, type Credit, type Frame } from '../../../../src-shared/bridge/frame-packet'
import type { Size } from '../../../../src-shared/protocol/device'
import { ownDecoder } from '../../../jpeg/jpeg-decoder'
import type { FromWorker, ToWorker } from '../messages'
import { createCanvases } from './canvases'
import { createDecodeQueue } from './decode-queue'
import { createFrameDecoder } from './frame-decoder'
import { portSource, socketSource, type FrameSource } from './frame-source'
import { createPageHeartbeat } from './page-heartbeat'
import { createPaintTurns } from './paint-turns'
import { decodeForCanvas, decodeForTrack } from './picture'
import { Surface } from './surface'
import { TileFrames } from './tile-frames'

/*
 * A worker that frames pass through, from its frame port onto the page's canvases and videos.
 * Frame: frame-source -> tile-frames -> surface -> picture -> frame-decoder. Credit: tile-frames -> frame-source.
 */
const paceEveryMs = 500
// While the browser makes a bitmap, this thread decodes the next frame.
const decodesAtATime = 2

let source: FrameSource | null = null
let visible = true
let measuring: ReturnType<typeof setInterval> | undefined
/** The tiles whose frames come here; null where this worker is the only one and takes all. */
let taken: Set<number> | null = null
const tiles = new Map<number, TileFrames>()
const surfaces = new Map<number, Surface>()
const canvases = createCanvases()
const decoder = createFrameDecoder(ownDecoder())
const { run: decodeTurn } = createDecodeQueue(decodesAtATime)
const turns = createPaintTurns(() => taken !== null)

const post = (message: FromWorker) => self.postMessage(message)
const heartbeat = createPageHeartbeat(
  () => post({ type: 'beat' }),
  () => performance.now(),
)
const paintTurn = async () => {
  await turns.next()
  await heartbeat.next()
}
const credit = (painted: Credit) => source?.credit(painted)

function tileFrames(tile: number): TileFrames {
  let frames = tiles.get(tile)
  if (!frames) {
    const onDamaged = (isDamaged: boolean) => {
      if (!taken || taken.has(tile)) post({ type: 'damaged', tile, isDamaged })
    }
    frames = new TileFrames({ tile, credit, onDamaged }, visible)
    tiles.set(tile, frames)
  }
  return frames
}

function add({ surface: id, tile, target, state }: Extract<ToWorker, { type: 'add' }>): void {
  const onShown = (frame: Size, picture: Size) => post({ type: 'shown', surface: id, frame, picture })
  const decode =
    'track' in target
      ? decodeForTrack(target.track, decoder)
      : decodeForCanvas(canvases.take(id, target), decoder)
  const surface = new Surface({ tile, state, decode, decodeTurn, paintTurn, onShown })
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
  const onFrame = (frame: Frame) => {
    if (!taken || taken.has(frame.tile)) tileFrames(frame.tile).push(frame)
  }
  source = 'port' in message ? portSource(message.port, onFrame) : socketSource(message.url, onFrame)
}

function measure(on: boolean): void {
  clearInterval(measuring)
  if (!on) return
  const postPaces = () =>
    post({ type: 'pace', paces: [...surfaces].map(([surface, { pace }]) => ({ surface, pace })) })
  measuring = setInterval(postPaces, paceEveryMs)
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
      return heartbeat.answer()
    case 'measure':
      return measure(data.on)
    case 'take':
      taken ??= new Set()
      taken.add(data.tile)
      return credit({ tile: data.tile, number: asksForTile })
    case 'forget':
      for (const tile of data.tiles) {
        tiles.delete(tile)
        taken?.delete(tile)
        credit({ tile, number: leavesTile })
      }
      return
  }
}
