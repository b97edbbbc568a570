import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DecodeRequest } from '../../../../../src-renderer/phone/stream/worker/decode-helpers'

const bitmap = { of: 'a frame' }
const bitmaps = vi.hoisted(() => vi.fn())
vi.mock('../../../../../src-renderer/jpeg/jpeg-decoder', () => ({ ownDecoder: () => Promise.resolve(null) }))
vi.mock('../../../../../src-renderer/phone/stream/worker/frame-decoder', () => ({
  createFrameDecoder: () => ({ bitmap: bitmaps }),
}))

const answered = vi.fn()
const thread: {
  postMessage: typeof answered
  onmessage?: (event: { data: DecodeRequest }) => Promise<void>
} = {
  postMessage: answered,
}
const request = { jpeg: new Uint8Array([1]), frame: { width: 8, height: 8 }, size: { width: 4, height: 4 } }

beforeEach(async () => {
  vi.resetModules()
  answered.mockReset()
  vi.stubGlobal('self', thread)
  await import('../../../../../src-renderer/phone/stream/worker/decode-worker')
})
afterEach(() => vi.unstubAllGlobals())

it('transfers its bitmap', async () => {
  bitmaps.mockResolvedValue(bitmap)
  await thread.onmessage?.({ data: request })
  expect(bitmaps).toHaveBeenCalledWith(request.jpeg, request.frame, request.size)
  expect(answered).toHaveBeenCalledExactlyOnceWith(bitmap, { transfer: [bitmap] })
})

it('answers null for damaged bytes', async () => {
  bitmaps.mockRejectedValue(new Error('damaged'))
  await thread.onmessage?.({ data: request })
  expect(answered).toHaveBeenCalledExactlyOnceWith(null, {})
})
