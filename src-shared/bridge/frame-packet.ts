import type { Size } from '../protocol/device'

/**
 * What travels on the frame port, as one ArrayBuffer a message, little-endian.
 *
 * Down, core to page: frames, one after another, each
 *   u32 tile · u32 frame number · f64 received at (ms since the epoch) · u16 width · u16 height · u32 length · JPEG bytes
 * A frame of length 0 ends a message that has more room; what follows it means nothing.
 * Up, page to core: credits, one after another, each
 *   u32 tile · u32 frame number
 * Of several ports of one page, each gets the tiles that it asks for: the number `asksForTile` instead of a frame's asks, and
 * `leavesTile` ends that.
 *
 * A tile has one frame under way at a time. The page gives its credit back when the frame is painted, or dropped because it
 * is damaged; only then does the core send the next. While nobody sees the tile its frame waits there, and so does the credit.
 */

/** One JPEG of one phone. */
export interface Frame {
  tile: number
  number: number
  /** When the frame came off the socket, in ms since the epoch. */
  receivedAt: number
  /** In pixels, from the JPEG's header. */
  size: Size
  /** Not empty. */
  jpeg: Uint8Array
}

export interface Credit {
  tile: number
  number: number
}

/** Which of its page's frame ports one is: the page has one for each of its frame workers. */
export interface PortPlace {
  /** From 0. */
  at: number
  of: number
}

export const onlyPort: PortPlace = { at: 0, of: 1 }
export const mostFramePorts = 9

/** Frames count from 1. */
export const asksForTile = 0
export const leavesTile = 0xffff_ffff

const frameHeader = 24
const lengthAt = 20
const creditBytes = 8

/**
 * Copies the frames into one buffer, because a view of one carries all of it along.
 * @param take gives a buffer of at least so many bytes; left out: a new one of just the frames' size
 */
export function packFrames(frames: readonly Frame[], take?: (bytes: number) => ArrayBuffer): ArrayBuffer {
  const total = frames.reduce((sum, frame) => sum + frameHeader + frame.jpeg.byteLength, 0)
  const buffer = take?.(total + frameHeader) ?? new ArrayBuffer(total)
  const view = new DataView(buffer)
  const bytes = new Uint8Array(buffer)
  let at = 0
  for (const frame of frames) {
    view.setUint32(at, frame.tile, true)
    view.setUint32(at + 4, frame.number, true)
    view.setFloat64(at + 8, frame.receivedAt, true)
    view.setUint16(at + 16, frame.size.width, true)
    view.setUint16(at + 18, frame.size.height, true)
    view.setUint32(at + lengthAt, frame.jpeg.byteLength, true)
    bytes.set(frame.jpeg, at + frameHeader)
    at += frameHeader + frame.jpeg.byteLength
  }
  if (at < buffer.byteLength) view.setUint32(at + lengthAt, 0, true)
  return buffer
}

/** The frames of a message, as views of it. @throws RangeError when the message is cut */
export function unpackFrames(message: ArrayBuffer): Frame[] {
  const view = new DataView(message)
  const frames: Frame[] = []
  let at = 0
  while (at < message.byteLength) {
    const length = view.getUint32(at + lengthAt, true)
    if (length === 0) break
    frames.push({
      tile: view.getUint32(at, true),
      number: view.getUint32(at + 4, true),
      receivedAt: view.getFloat64(at + 8, true),
      size: { width: view.getUint16(at + 16, true), height: view.getUint16(at + 18, true) },
      jpeg: new Uint8Array(message, at + frameHeader, length),
    })
    at += frameHeader + length
  }
  return frames
}

export function packCredits(credits: readonly Credit[]): ArrayBuffer {
  const buffer = new ArrayBuffer(credits.length * creditBytes)
  const view = new DataView(buffer)
  credits.forEach((credit, index) => {
    view.setUint32(index * creditBytes, credit.tile, true)
    view.setUint32(index * creditBytes + 4, credit.number, true)
  })
  return buffer
}

/** The credits of a message; what follows the last whole one is ignored, because it comes from the page. */
export function unpackCredits(message: ArrayBuffer): Credit[] {
  const view = new DataView(message)
  const credits: Credit[] = []
  for (let at = 0; at + creditBytes <= message.byteLength; at += creditBytes) {
    credits.push({ tile: view.getUint32(at, true), number: view.getUint32(at + 4, true) })
  }
  return credits
}
