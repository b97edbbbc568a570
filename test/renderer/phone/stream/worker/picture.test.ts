import { beforeEach, describe, expect, it } from 'vitest'
import type { Size } from '../../../../../src-shared/protocol/device'
import type { FrameDecoder } from '../../../../../src-renderer/phone/stream/worker/frame-decoder'
import { decodeForCanvas, decodeForTrack } from '../../../../../src-renderer/phone/stream/worker/picture'

const frame = { width: 750, height: 1334 }
const thumbnail = { width: 180, height: 320 }
const jpeg = new Uint8Array([0xff, 0xd8])

/** The open objects, by name. */
let open: Set<string>
/** The decoder's requests. */
let asked: { jpeg: Uint8Array; frame: Size; size: Size }[]

function held<T extends object>(name: string, what: T) {
  open.add(name)
  return { ...what, name, close: () => void open.delete(name) }
}

function makeDecoder() {
  const decoder = {
    bitmap: async (...[bytes, of, size]: Parameters<FrameDecoder['bitmap']>) => {
      asked.push({ jpeg: bytes, frame: of, size })
      return held('bitmap', size)
    },
    videoFrame: async (...[bytes, of, size]: Parameters<FrameDecoder['videoFrame']>) => {
      asked.push({ jpeg: bytes, frame: of, size })
      return held('frame', size)
    },
  }
  return decoder as unknown as FrameDecoder
}

const damaged: FrameDecoder = {
  bitmap: () => Promise.reject(new Error('damaged')),
  videoFrame: () => Promise.reject(new Error('damaged')),
}

beforeEach(() => {
  open = new Set()
  asked = []
})

describe('decodeForCanvas', () => {
  function makeCanvas(decoder = makeDecoder()) {
    const taken: unknown[] = []
    const canvas = {
      width: 300,
      height: 150,
      getContext: () => ({ transferFromImageBitmap: (one: unknown) => taken.push(one) }),
    }
    return { canvas, taken, decode: decodeForCanvas(canvas as unknown as OffscreenCanvas, decoder) }
  }

  it('decodes a bitmap of the size asked for', async () => {
    await makeCanvas().decode(jpeg, frame, thumbnail)
    expect(asked).toEqual([{ jpeg, frame, size: thumbnail }])
  })

  it('resizes the canvas to the bitmap, and closes the bitmap after the paint', async () => {
    const { canvas, taken, decode } = makeCanvas()
    const picture = await decode(jpeg, frame, thumbnail)
    expect([...open]).toEqual(['bitmap'])
    picture.paint()
    expect([canvas.width, canvas.height]).toEqual([180, 320])
    expect(taken).toHaveLength(1)
    expect([...open]).toEqual([])
  })

  it('closes the bitmap of a picture that is not painted', async () => {
    const { taken, decode } = makeCanvas()
    const picture = await decode(jpeg, frame, thumbnail)
    picture.close()
    expect(taken).toEqual([])
    expect([...open]).toEqual([])
  })

  it('rejects damaged bytes', async () => {
    await expect(makeCanvas(damaged).decode(jpeg, frame, thumbnail)).rejects.toThrow('damaged')
  })
})

describe('decodeForTrack', () => {
  function makeTrack(write: (image: unknown) => Promise<void>, decoder = makeDecoder()) {
    return decodeForTrack({ getWriter: () => ({ write }) } as unknown as WritableStream<VideoFrame>, decoder)
  }
  const taking = () => Promise.resolve()

  it('decodes a video frame of the size asked for', async () => {
    await makeTrack(taking)(jpeg, frame, thumbnail)
    expect(asked).toEqual([{ jpeg, frame, size: thumbnail }])
  })

  it('leaves closing to the track', async () => {
    const written: unknown[] = []
    const picture = await makeTrack(async (image) => void written.push(image))(jpeg, frame, frame)
    picture.paint()
    expect(written).toMatchObject([{ name: 'frame' }])
    expect([...open]).toEqual(['frame'])
  })

  it('closes a frame that an ended track refuses, or that is not painted', async () => {
    const decode = makeTrack(() => Promise.reject(new Error('ended')))
    const late = await decode(jpeg, frame, frame)
    expect([...open]).toEqual(['frame'])
    late.paint()
    await expect.poll(() => [...open]).toEqual([])
    const unwanted = await decode(jpeg, frame, frame)
    unwanted.close()
    expect([...open]).toEqual([])
  })

  it('rejects damaged bytes', async () => {
    await expect(makeTrack(taking, damaged)(jpeg, frame, frame)).rejects.toThrow('damaged')
  })
})
