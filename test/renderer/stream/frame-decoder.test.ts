import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { JpegDecoder } from '../../../src-renderer/jpeg/jpeg-decoder'
import type { DecodeHelpers } from '../../../src-renderer/stream/decode-helpers'
import { createFrameDecoder } from '../../../src-renderer/stream/frame-decoder'

const frame = { width: 750, height: 1334 }
const thumbnail = { width: 3, height: 5 }
const jpeg = new Uint8Array([0xff, 0xd8])
const asked = vi.fn<(...args: unknown[]) => void>()

/** Stands for `new`: what it is made of is what it is. */
const recorded = (name: string) =>
  class {
    readonly made: unknown[]
    constructor(...args: unknown[]) {
      this.made = [name, ...args]
    }
  }

beforeEach(() => {
  asked.mockReset()
  vi.stubGlobal('createImageBitmap', async (source: unknown) => source)
  for (const name of ['ImageData', 'VideoFrame', 'Blob']) vi.stubGlobal(name, recorded(name))
  vi.stubGlobal('ImageDecoder', undefined)
})
afterEach(() => vi.unstubAllGlobals())

const own = (decode: JpegDecoder['decode']): Promise<JpegDecoder> =>
  Promise.resolve({
    decode(...args) {
      asked(...args)
      return decode(...args)
    },
  })
const pixels = new Uint8ClampedArray(60)

it('makes a bitmap of just the size that is asked for, at the scale that it needs', async () => {
  const bitmap = await createFrameDecoder(own(() => pixels)).bitmap(jpeg, frame, thumbnail)
  expect(asked).toHaveBeenCalledWith(jpeg, 1, thumbnail, 'rgba')
  expect(bitmap).toMatchObject({ made: ['ImageData', pixels, 3, 5] })
})

it('makes a video frame of just that size, in colours of its own', async () => {
  const image = await createFrameDecoder(own(() => pixels)).videoFrame(jpeg, frame, frame)
  expect(asked).toHaveBeenCalledWith(jpeg, 8, frame, 'i420')
  expect(image).toMatchObject({
    made: [
      'VideoFrame',
      pixels,
      {
        format: 'I420',
        codedWidth: 750,
        codedHeight: 1334,
        colorSpace: { matrix: 'smpte170m', fullRange: true },
      },
    ],
  })
})

it.each([
  ['what is not for the own decoder', own(() => null)],
  ['all where there is none', Promise.resolve(null)],
])('leaves to the browser %s', async (_, decoder) => {
  const bitmap = await createFrameDecoder(decoder).bitmap(jpeg, frame, thumbnail)
  expect(bitmap).toMatchObject({ made: ['Blob', [jpeg], { type: 'image/jpeg' }] })
})

it('tells that bytes are damaged: the browser would show half a picture', async () => {
  const decoder = createFrameDecoder(
    own(() => {
      throw new Error('damaged')
    }),
  )
  await expect(decoder.bitmap(jpeg, frame, thumbnail)).rejects.toThrow('damaged')
  await expect(decoder.videoFrame(jpeg, frame, thumbnail)).rejects.toThrow('damaged')
})

it('has a helper make a bitmap while one is idle, and none a video frame', async () => {
  const helped = { helped: true } as unknown as ImageBitmap
  const answers = [Promise.resolve(helped), null]
  const helpers: DecodeHelpers = { bitmap: () => answers.shift() ?? null }
  const decoder = createFrameDecoder(
    own(() => pixels),
    helpers,
  )
  expect(await decoder.bitmap(jpeg, frame, thumbnail)).toBe(helped)
  expect(asked).not.toHaveBeenCalled()
  expect(await decoder.bitmap(jpeg, frame, thumbnail)).toMatchObject({ made: ['ImageData', pixels, 3, 5] })
  expect(await decoder.videoFrame(jpeg, frame, frame)).toMatchObject({ made: ['VideoFrame', pixels, {}] })
})
