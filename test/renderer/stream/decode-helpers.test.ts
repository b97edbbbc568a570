import { beforeEach, expect, it } from 'vitest'
import {
  createDecodeHelpers,
  type DecodeAnswer,
  type DecodeRequest,
} from '../../../src-renderer/stream/decode-helpers'

const frame = { width: 750, height: 1334 }
const size = { width: 180, height: 320 }
const bitmap = { of: 'a frame' } as unknown as ImageBitmap

/** A worker that answers when it is told to. */
class Helper {
  readonly asked: DecodeRequest[] = []
  onmessage: ((event: { data: DecodeAnswer }) => void) | null = null
  onerror: (() => void) | null = null
  postMessage(request: DecodeRequest, transfer: Transferable[]) {
    this.asked.push(structuredClone(request, { transfer }))
  }
}

let started: Helper[]
const start = () => {
  const helper = new Helper()
  started.push(helper)
  return helper as unknown as Worker
}
beforeEach(() => (started = []))

it('starts helpers when they are first needed, and no more than there are to be', () => {
  const helpers = createDecodeHelpers(2, start)
  expect(started).toHaveLength(0)
  expect(helpers.bitmap(new Uint8Array([1]), frame, size)).not.toBeNull()
  expect(started).toHaveLength(1)
  expect(helpers.bitmap(new Uint8Array([2]), frame, size)).not.toBeNull()
  expect(helpers.bitmap(new Uint8Array([3]), frame, size)).toBeNull()
  expect(started.map(({ asked }) => asked.map(({ jpeg }) => [...jpeg]))).toEqual([[[1]], [[2]]])
})

it('asks a helper again once it has answered, and starts no other for it', async () => {
  const helpers = createDecodeHelpers(2, start)
  const first = helpers.bitmap(new Uint8Array([1]), frame, size)
  started[0]?.onmessage?.({ data: bitmap })
  expect(await first).toBe(bitmap)
  void helpers.bitmap(new Uint8Array([2]), frame, size)
  expect(started).toHaveLength(1)
  expect(started[0]?.asked).toMatchObject([
    { frame, size },
    { frame, size },
  ])
})

it('does not hand over the frame that is kept', () => {
  const jpeg = new Uint8Array([1, 2, 3])
  void createDecodeHelpers(1, start).bitmap(jpeg, frame, size)
  expect([...jpeg]).toEqual([1, 2, 3])
})

it('tells that bytes are damaged or that a helper has failed, and asks it again', async () => {
  const helpers = createDecodeHelpers(1, start)
  const damaged = helpers.bitmap(new Uint8Array([1]), frame, size)
  started[0]?.onmessage?.({ data: null })
  await expect(damaged).rejects.toThrow('damaged')
  const failed = helpers.bitmap(new Uint8Array([2]), frame, size)
  started[0]?.onerror?.()
  await expect(failed).rejects.toThrow('failed')
  expect(helpers.bitmap(new Uint8Array([3]), frame, size)).not.toBeNull()
})
