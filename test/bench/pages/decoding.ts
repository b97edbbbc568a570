import { packFrames, unpackCredits } from '../../../src-shared/bridge/frame-packet'
import { jpegSize } from '../../../src-shared/protocol/jpeg-size'
import { createFrameRouter } from '../../../src-renderer/phone/stream/frame-router'

/** The content of the page: JPEGs in turn, on several canvases at one rate. */
export interface DecodingLoad {
  /** Base64. */
  jpegs: string[]
  canvases: number
  /** The size of each canvas, in CSS px. */
  width: number
  height: number
  fps: number
  /** Shows each frame at once in a video element, as the focus view does. */
  prompt: boolean
}

declare global {
  interface Window {
    /** Feeds the app's own frame worker, without sockets. Call once. */
    feedFrames(load: DecodingLoad): void
  }
}

// Grouped as by the app's main process.
const framesInMessage = 4

window.feedFrames = ({ jpegs, canvases, width, height, fps, prompt }) => {
  const pictures = jpegs.flatMap((base64) => {
    const jpeg = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const size = jpegSize(jpeg)
    return size ? [{ jpeg, size }] : []
  })
  const { port1, port2 } = new MessageChannel()
  const router = createFrameRouter([{ port: port2 }])
  for (let tile = 0; tile < canvases; tile += 1) {
    const place = document.createElement('div')
    place.style.cssText = `float: left; width: ${width}px; height: ${height}px`
    document.body.append(place)
    const room = { width: width * devicePixelRatio, height: height * devicePixelRatio }
    const state = { room, prompt, seen: true }
    router.add({ tile, place, large: prompt, state, onFrameSize: () => undefined, onPace: () => undefined })
  }

  const owing = new Set<number>()
  port1.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    for (const { tile } of unpackCredits(data)) owing.delete(tile)
  }
  let number = 0
  const send = (tiles: number[]) => {
    const frames = tiles
      .filter((tile) => !owing.has(tile))
      .flatMap((tile) => {
        const picture = pictures[(tile + ++number) % pictures.length]
        return picture ? [{ tile, number, receivedAt: Date.now(), ...picture }] : []
      })
    for (const { tile } of frames) owing.add(tile)
    if (frames.length === 0) return
    const message = packFrames(frames)
    port1.postMessage(message, [message])
  }
  const all = Array.from({ length: canvases }, (_, tile) => tile)
  const messages = Math.ceil(canvases / framesInMessage)
  let turn = 0
  setInterval(
    () => {
      const at = (turn++ % messages) * framesInMessage
      send(all.slice(at, at + framesInMessage))
    },
    1000 / fps / messages,
  )
}
