import type { PieceOfRecording } from './conversions'

/**
 * What travels on the conversion port, as one ArrayBuffer a message, little-endian.
 *
 * Up, page to core: what a conversion asks for
 *   u32 conversion · u32 kind (0 next frames, 1 write) · f64 place in the new file · bytes
 * Down, core to page: one answer to each
 *   u32 conversion · u32 kind (0 frames, 1 the last frames, 2 written, 3 failed, which `conversions.finish` explains) · frames, each
 *   f64 at (ms from the recording's start) · u32 width · u32 height · u32 length · JPEG bytes
 *
 * The page asks again when it has its answer, so one piece of each direction is under way.
 */
export interface ConversionRequest {
  conversion: number
  /** What to write, and where; null asks for the next frames. */
  write: { at: number; bytes: Uint8Array } | null
}

export type ConversionAnswer = PieceOfRecording | 'written' | 'failed'

const requestHeader = 16
const answerHeader = 8
const frameHeader = 20

export function packRequest({ conversion, write }: ConversionRequest): ArrayBuffer {
  const buffer = new ArrayBuffer(requestHeader + (write?.bytes.byteLength ?? 0))
  const view = new DataView(buffer)
  view.setUint32(0, conversion, true)
  view.setUint32(4, write ? 1 : 0, true)
  view.setFloat64(8, write?.at ?? 0, true)
  if (write) new Uint8Array(buffer).set(write.bytes, requestHeader)
  return buffer
}

/** @returns null for what is no request, because it comes from the page */
export function unpackRequest(packet: ArrayBuffer): ConversionRequest | null {
  if (packet.byteLength < requestHeader) return null
  const view = new DataView(packet)
  const [conversion, kind, at] = [view.getUint32(0, true), view.getUint32(4, true), view.getFloat64(8, true)]
  if (kind > 1 || !Number.isSafeInteger(at) || at < 0) return null
  return { conversion, write: kind === 1 ? { at, bytes: new Uint8Array(packet, requestHeader) } : null }
}

export function packAnswer(conversion: number, answer: ConversionAnswer): ArrayBuffer {
  const frames = typeof answer === 'string' ? [] : answer.frames
  const bytes = frames.reduce((sum, { jpeg }) => sum + frameHeader + jpeg.byteLength, answerHeader)
  const buffer = new ArrayBuffer(bytes)
  const view = new DataView(buffer)
  view.setUint32(0, conversion, true)
  view.setUint32(4, answer === 'written' ? 2 : answer === 'failed' ? 3 : answer.isLast ? 1 : 0, true)
  let place = answerHeader
  for (const { at, size, jpeg } of frames) {
    view.setFloat64(place, at, true)
    view.setUint32(place + 8, size.width, true)
    view.setUint32(place + 12, size.height, true)
    view.setUint32(place + 16, jpeg.byteLength, true)
    new Uint8Array(buffer).set(jpeg, place + frameHeader)
    place += frameHeader + jpeg.byteLength
  }
  return buffer
}

/** The conversion that an answer is for. */
export const conversionOf = (packet: ArrayBuffer): number => new DataView(packet).getUint32(0, true)

/** An answer, with its frames as views of the packet. @throws RangeError when the packet is cut */
export function unpackAnswer(packet: ArrayBuffer): ConversionAnswer {
  const view = new DataView(packet)
  const kind = view.getUint32(4, true)
  if (kind > 1) return kind === 2 ? 'written' : 'failed'
  const frames: PieceOfRecording['frames'][number][] = []
  for (let place = answerHeader; place < packet.byteLength;) {
    const length = view.getUint32(place + 16, true)
    frames.push({
      at: view.getFloat64(place, true),
      size: { width: view.getUint32(place + 8, true), height: view.getUint32(place + 12, true) },
      jpeg: new Uint8Array(packet, place + frameHeader, length),
    })
    place += frameHeader + length
  }
  return { frames, isLast: kind === 1 }
}
