import type { FrameToConvert } from '../features/conversions'

/**
 * What travels on the conversion port, as one ArrayBuffer a message, little-endian.
 *
 * Up, page to core: a part of the new file, or no bytes to ask for the next frames
 *   u32 conversion · f64 place in the file · bytes
 * Down, core to page: an answer to each
 *   u32 conversion · u32 kind · frames, each
 *   f64 at (ms from the recording's start) · u32 width · u32 height · u32 length · JPEG bytes
 *
 * The page asks again when it has its answer, so one piece of each direction is under way.
 */
export interface ConversionRequest {
  conversion: number
  at: number
  bytes: Uint8Array
}

// None follow the last frames. `conversions.finish` says why one failed.
const kinds = ['frames', 'last', 'written', 'failed'] as const

export interface ConversionAnswer {
  conversion: number
  kind: (typeof kinds)[number]
  frames: readonly FrameToConvert[]
}

const requestHeader = 12
const answerHeader = 8
const frameHeader = 20

export function packRequest({ conversion, at, bytes }: ConversionRequest): ArrayBuffer {
  const buffer = new ArrayBuffer(requestHeader + bytes.byteLength)
  const view = new DataView(buffer)
  view.setUint32(0, conversion, true)
  view.setFloat64(4, at, true)
  new Uint8Array(buffer).set(bytes, requestHeader)
  return buffer
}

/** @returns null for what is no request, because it comes from the page */
export function unpackRequest(packet: ArrayBuffer): ConversionRequest | null {
  if (packet.byteLength < requestHeader) return null
  const view = new DataView(packet)
  const at = view.getFloat64(4, true)
  if (!Number.isSafeInteger(at) || at < 0) return null
  return { conversion: view.getUint32(0, true), at, bytes: new Uint8Array(packet, requestHeader) }
}

export function packAnswer({ conversion, kind, frames }: ConversionAnswer): ArrayBuffer {
  const length = frames.reduce((sum, { jpeg }) => sum + frameHeader + jpeg.byteLength, answerHeader)
  const buffer = new ArrayBuffer(length)
  const view = new DataView(buffer)
  view.setUint32(0, conversion, true)
  view.setUint32(4, kinds.indexOf(kind), true)
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

/** An answer, with its frames as views of the packet. @throws RangeError when the packet is cut */
export function unpackAnswer(packet: ArrayBuffer): ConversionAnswer {
  const view = new DataView(packet)
  const frames: FrameToConvert[] = []
  for (let place = answerHeader; place < packet.byteLength;) {
    const length = view.getUint32(place + 16, true)
    frames.push({
      at: view.getFloat64(place, true),
      size: { width: view.getUint32(place + 8, true), height: view.getUint32(place + 12, true) },
      jpeg: new Uint8Array(packet, place + frameHeader, length),
    })
    place += frameHeader + length
  }
  return { conversion: view.getUint32(0, true), kind: kinds[view.getUint32(4, true)] ?? 'failed', frames }
}
