import { createFrameDecoder } from './frame-decoder'
import { ownDecoder } from '../../../jpeg/jpeg-decoder'
import type { DecodeAnswer, DecodeRequest } from './decode-helpers'

/** A helper of the frame worker, which sends one request at a time. */
const decoder = createFrameDecoder(ownDecoder())

self.onmessage = async ({ data: { jpeg, frame, size } }: MessageEvent<DecodeRequest>) => {
  const bitmap: DecodeAnswer = await decoder.bitmap(jpeg, frame, size).catch(() => null)
  self.postMessage(bitmap, bitmap ? { transfer: [bitmap] } : {})
}
