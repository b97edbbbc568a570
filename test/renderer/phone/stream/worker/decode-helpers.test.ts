import { beforeEach, describe, expect, it } from 'vitest'
import {
  createDecodeHelpers,
  type DecodeRequest,
} from '../../../../../src-renderer/phone/stream/worker/decode-helpers'

const frame = { width: 750, height: 1334 }
const size = { width: 180, height: 320 }

/** A worker that answers by `answer`. Transfers detach buffers, as with a real one. */
class Helper {
  onmessage: ((event: { data: unknown }) => void) | null = null
  onerror: (() => void) | null = null
  onmessageerror: (() => void) | null = null
  ended = false
  readonly requests: DecodeRequest[] = []
  postMessage(request: DecodeRequest, transfer: ArrayBuffer[]) {
    this.requests.push(structuredClone(request, { transfer }))
    expect(request.jpeg.byteLength).toBe(0)
  }
  terminate() {
    this.ended = true
  }
  answer(data: unknown) {
    this.onmessage?.({ data })
  }
}

let started: Helper[]

function makeHelpers(count: number) {
  const helpers = createDecodeHelpers(count, () => {
    const helper = new Helper()
    started.push(helper)
    return helper as unknown as Worker
  })
  return { ask: (first = 1) => helpers.bitmap(new Uint8Array([first, 2]), frame, size), helpers }
}
const requests = () => started.map((helper) => helper.requests.map(({ jpeg }) => jpeg[0]))

beforeEach(() => {
  started = []
})

describe('DecodeHelpers', () => {
  it('starts each helper when it is first needed, up to their count', async () => {
    const { ask } = makeHelpers(2)
    expect(started).toHaveLength(0)
    void ask()
    expect(started).toHaveLength(1)
    void ask()
    expect(started).toHaveLength(2)
    expect(await ask()).toBeNull()
    expect(started).toHaveLength(2)
  })

  it('starts none without a spare core', async () => {
    expect(await makeHelpers(0).ask()).toBeNull()
    expect(started).toHaveLength(0)
  })

  it('uses an idle helper before it starts another', async () => {
    const { ask } = makeHelpers(2)
    const first = ask(1)
    started[0]?.answer('picture')
    await first
    void ask(2)
    expect(requests()).toEqual([[1, 2]])
  })

  it('gives each helper one frame at a time', async () => {
    const { ask } = makeHelpers(2)
    const first = ask(1)
    const second = ask(2)
    expect(await ask(3)).toBeNull()
    started[1]?.answer('two')
    await expect(second).resolves.toBe('two')
    const third = ask(3)
    expect(await ask(4)).toBeNull()
    expect(requests()).toEqual([[1], [2, 3]])
    started[0]?.answer('one')
    started[1]?.answer('three')
    await expect(first).resolves.toBe('one')
    await expect(third).resolves.toBe('three')
  })

  it('sends a copy of the JPEG, with both sizes', () => {
    const { helpers } = makeHelpers(1)
    const jpeg = new Uint8Array([5, 6, 7])
    void helpers.bitmap(jpeg, frame, size)
    expect(started[0]?.requests).toEqual([{ jpeg: new Uint8Array([5, 6, 7]), frame, size }])
    expect([...jpeg]).toEqual([5, 6, 7])
  })

  it('rejects damaged bytes, and the helper is idle again', async () => {
    const { ask } = makeHelpers(1)
    const bitmap = ask(1)
    started[0]?.answer(null)
    await expect(bitmap).rejects.toThrow('damaged')
    void ask(2)
    expect(requests()).toEqual([[1, 2]])
  })

  it.each(['onerror', 'onmessageerror'] as const)('ends a helper that fails at a frame (%s)', async (how) => {
    const { ask } = makeHelpers(1)
    const bitmap = ask(1)
    started[0]?.[how]?.()
    expect(await bitmap).toBeNull()
    expect(started[0]?.ended).toBe(true)
    expect(await ask(2)).toBeNull()
    expect(started).toHaveLength(1)
  })

  it('ends a helper that fails while it is idle', async () => {
    const { ask } = makeHelpers(1)
    const bitmap = ask(1)
    started[0]?.answer('picture')
    await bitmap
    started[0]?.onerror?.()
    expect(started[0]?.ended).toBe(true)
    expect(await ask(2)).toBeNull()
    expect(requests()).toEqual([[1]])
  })
})
