import { ownDecoder } from '../jpeg/jpeg-decoder'
import type { DecodeAnswer, DecodeRequest } from './decode-helpers'
import { createFrameDecoder } from './frame-decoder'

/** A worker that makes bitmaps for the frame worker, which asks for one at a time. */
const decoder = createFrameDecoder(ownDecoder())

self.onmessage = async ({ data: { jpeg, frame, size } }: MessageEvent<DecodeRequest>) => {
  const bitmap: DecodeAnswer = await decoder.bitmap(jpeg, frame, size).catch(() => null)
  self.postMessage(bitmap, bitmap ? { transfer: [bitmap] } : {})
}
