import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Size } from '../../../../../src-shared/protocol/device'
import type { JpegDecoder, JpegFormat } from '../../../../../src-renderer/jpeg/jpeg-decoder'
import { createFrameDecoder } from '../../../../../src-renderer/phone/stream/worker/frame-decoder'

const frame = { width: 750, height: 1334 }
const thumbnail = { width: 180, height: 320 }
const jpeg = new Uint8Array([0xff, 0xd8, 7])
const foreign = new Uint8Array([0xff, 0xd8, 0])
const damaged = new Uint8Array([0xff])

interface Made extends Size {
  by: 'own' | 'browser'
  bytes?: Uint8ClampedArray
  init?: VideoFrameBufferInit
}

/** Requests to our own decoder. */
let asked: { eighths: number; size: Size; format: JpegFormat }[]
/** Decodes by the browser. */
let browsed: number
/** Open bitmaps of the browser. */
let bitmaps: number

const madeOf = (value: unknown): Made => value as Made

/** Fills its one buffer with the JPEG's third byte; refuses a JPEG whose third byte is 0. */
function ownDecoder(): JpegDecoder {
  const memory = new Uint8ClampedArray(frame.width * frame.height * 4)
  return {
    decode({ 2: value }, eighths, size, format) {
      asked.push({ eighths, size, format })
      if (value === undefined) throw new Error('damaged')
      if (value === 0) return null
      const { width, height } = size
      const colours = 2 * Math.ceil(width / 2) * Math.ceil(height / 2)
      return memory.fill(value).subarray(0, format === 'rgba' ? width * height * 4 : width * height + colours)
    },
  }
}
const make = (own: JpegDecoder | null = ownDecoder()) => createFrameDecoder(Promise.resolve(own))

beforeEach(() => {
  asked = []
  browsed = 0
  bitmaps = 0
  vi.stubGlobal(
    'ImageData',
    class {
      readonly data: Uint8ClampedArray
      readonly width: number
      readonly height: number
      constructor(data: Uint8ClampedArray, width: number, height: number) {
        if (data.length !== width * height * 4) throw new Error('another size')
        this.data = data
        this.width = width
        this.height = height
      }
    },
  )
  vi.stubGlobal('createImageBitmap', (source: Blob | ImageData, options?: ImageBitmapOptions) => {
    if (source instanceof ImageData) {
      const { width, height, data } = source
      return Promise.resolve({ by: 'own', width, height, bytes: data.slice() })
    }
    if (source instanceof Blob) browsed += 1
    bitmaps += 1
    const close = () => void (bitmaps -= 1)
    const { resizeWidth: width, resizeHeight: height } = options ?? {}
    return Promise.resolve({ by: 'browser', width, height, close })
  })
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      drawn: unknown
      constructor(
        readonly width: number,
        readonly height: number,
      ) {}
      getContext() {
        return { drawImage: ({ by }: Made) => (this.drawn = { by, width: this.width, height: this.height }) }
      }
    },
  )
  vi.stubGlobal(
    'VideoFrame',
    class {
      readonly by: 'own' | 'browser'
      readonly bytes: Uint8ClampedArray | undefined
      readonly init: VideoFrameBufferInit
      readonly of: unknown
      constructor(source: Uint8ClampedArray | { drawn: unknown }, init: VideoFrameBufferInit) {
        this.by = source instanceof Uint8ClampedArray ? 'own' : 'browser'
        if (source instanceof Uint8ClampedArray) this.bytes = source.slice()
        else this.of = source.drawn
        this.init = init
      }
    },
  )
  vi.stubGlobal(
    'ImageDecoder',
    class {
      readonly #init: ImageDecoderInit
      constructor(init: ImageDecoderInit) {
        browsed += 1
        this.#init = init
      }
      async decode() {
        const { desiredWidth: width, desiredHeight: height } = this.#init
        return { image: { by: 'browser', width, height, close: () => undefined } }
      }
      close() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

describe('FrameDecoder', () => {
  it('makes a bitmap of exactly the size from our decoder’s pixels', async () => {
    const { by, width, height, bytes } = madeOf(await make().bitmap(jpeg, frame, thumbnail))
    expect(asked).toEqual([{ eighths: 2, size: thumbnail, format: 'rgba' }])
    expect({ by, width, height }).toEqual({ by: 'own', ...thumbnail })
    expect(bytes?.every((byte) => byte === 7)).toBe(true)
    expect(browsed).toBe(0)
  })

  it('enlarges a thumbnail by 5% at most, and a large picture not at all', async () => {
    const size = { width: 389, height: 692 }
    await make().videoFrame(jpeg, frame, size)
    await make().bitmap(jpeg, frame, size)
    expect(asked).toEqual([
      { eighths: 8, size, format: 'i420' },
      { eighths: 4, size, format: 'rgba' },
    ])
  })

  it('makes a video frame of exactly the size, in the colours of JPEG', async () => {
    const size = { width: 375, height: 667 }
    const { by, bytes, init } = madeOf(await make().videoFrame(jpeg, frame, size))
    expect(asked).toEqual([{ eighths: 4, size, format: 'i420' }])
    expect(by).toBe('own')
    expect(bytes).toHaveLength(375 * 667 + 2 * 188 * 334)
    expect(init).toMatchObject({
      format: 'I420',
      codedWidth: 375,
      codedHeight: 667,
      colorSpace: { primaries: 'bt709', transfer: 'iec61966-2-1', matrix: 'smpte170m', fullRange: true },
    })
    expect(browsed).toBe(0)
  })

  it('copies each picture before the next decode overwrites it', async () => {
    const decoder = make()
    const both = [jpeg, new Uint8Array([0xff, 0xd8, 9])].flatMap((one) => [
      decoder.bitmap(one, frame, thumbnail),
      decoder.videoFrame(one, frame, thumbnail),
    ])
    const firsts = (await Promise.all(both)).map((one) => madeOf(one).bytes?.[0])
    expect(firsts).toEqual([7, 7, 9, 9])
  })

  it('leaves frames that our decoder refuses to the browser', async () => {
    const decoder = make()
    expect(await decoder.bitmap(foreign, frame, thumbnail)).toMatchObject({ by: 'browser', ...thumbnail })
    expect(bitmaps).toBe(1)
    expect(await decoder.videoFrame(foreign, frame, thumbnail)).toMatchObject({
      of: { by: 'browser', ...thumbnail },
    })
    expect([asked.length, browsed]).toEqual([2, 2])
    expect(bitmaps, 'the bitmap is closed').toBe(1)
  })

  it('leaves all frames to the browser where our decoder does not run', async () => {
    const decoder = make(null)
    expect(await decoder.bitmap(jpeg, frame, thumbnail)).toMatchObject({ by: 'browser', ...thumbnail })
    expect(await decoder.videoFrame(jpeg, frame, thumbnail)).toMatchObject({ by: 'browser' })
    expect(browsed).toBe(2)
  })

  it('rejects damaged bytes without trying the browser', async () => {
    await expect(make().bitmap(damaged, frame, thumbnail)).rejects.toThrow('damaged')
    await expect(make().videoFrame(damaged, frame, thumbnail)).rejects.toThrow('damaged')
    expect(browsed).toBe(0)
  })
})
