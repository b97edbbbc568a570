import { createCanvas } from '@napi-rs/canvas'
import type { Size } from '../../../src-shared/protocol/device'
import { encodeCluster, encodeCues, encodeEnd, encodeHead } from '../../../src-main/core/recordings/matroska'

/** Encodes a small picture whose grey is its number. */
export function jpegOf({ width, height }: Size, grey = 0): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = `rgb(${grey}, ${grey}, ${grey})`
  context.fillRect(0, 0, width, height)
  return canvas.toBuffer('image/jpeg')
}

/**
 * Encodes a whole recording with one frame in each cluster.
 * @param ms how long it lasts; null for one that was not finished
 */
export function recordingOf(frames: readonly { jpeg: Buffer; at: number }[], ms: number | null): Buffer {
  const head = encodeHead('Ash', { width: 10, height: 20 }, 0)
  const file = Buffer.concat([head.bytes, ...frames.flatMap((frame) => encodeCluster([frame]))])
  if (ms === null) return file
  const whole = Buffer.concat([file, encodeCues([{ at: 0, place: head.bytes.byteLength }], head)])
  for (const { at, bytes } of encodeEnd(head, ms, file.byteLength, whole.byteLength)) bytes.copy(whole, at)
  return whole
}
