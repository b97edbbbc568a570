import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFrameDecoder } from '../../../src-renderer/stream/frame-decoder'
import { decodeForCanvas, decodeForTrack } from '../../../src-renderer/stream/picture'

const frame = { width: 750, height: 1334 }
const thumbnail = { width: 180, height: 320 }
const half = { width: 375, height: 667 }
const jpeg = new Uint8Array([0xff, 0xd8])

/** All is left to the browser. */
const decoder = createFrameDecoder(Promise.resolve(null))

/** What holds memory until it is closed, and has been made so far. */
let open: Set<string>
let made: string[]
let asked: Record<string, unknown>[]
let fails: boolean

function held(name: string, size = { width: 0, height: 0 }) {
  open.add(name)
  made.push(name)
  return {
    ...size,
    displayWidth: size.width,
    displayHeight: size.height,
    name,
    close: () => void open.delete(name),
  }
}

beforeEach(() => {
  open = new Set()
  made = []
  asked = []
  fails = false
  vi.stubGlobal(
    'createImageBitmap',
    async (source: Blob | object, { resizeWidth, resizeHeight }: ImageBitmapOptions) => {
      if (fails && !(source instanceof Blob)) throw new Error('no memory')
      return held('bitmap', { width: resizeWidth ?? 0, height: resizeHeight ?? 0 })
    },
  )
  vi.stubGlobal(
    'ImageDecoder',
    class {
      readonly #held = held('decoder')
      constructor(init: Record<string, unknown>) {
        asked.push(init)
      }
      async decode() {
        const { desiredWidth, desiredHeight } = asked.at(-1) ?? {}
        if (fails && desiredWidth === undefined) throw new Error('damaged')
        const size = { width: Number(desiredWidth ?? 750), height: Number(desiredHeight ?? 1334) }
        return { image: held('frame', size) }
      }
      close() {
        this.#held.close()
      }
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

describe('a picture for a canvas', () => {
  function makeCanvas() {
    const taken: unknown[] = []
    const canvas = {
      width: 300,
      height: 150,
      getContext: () => ({ transferFromImageBitmap: (one: unknown) => taken.push(one) }),
    }
    return { canvas, taken, decode: decodeForCanvas(canvas as unknown as OffscreenCanvas, decoder) }
  }

  it('is decoded at the scale that its size needs, and at full size by the plain way', async () => {
    const { decode } = makeCanvas()
    await decode(jpeg, frame, thumbnail)
    expect(asked).toMatchObject([{ desiredWidth: 188, desiredHeight: 334 }])
    await decode(jpeg, frame, { width: 675, height: 1201 })
    expect(asked).toHaveLength(1)
  })

  it('has its size where a browser cannot scale while it decodes, too', async () => {
    vi.stubGlobal('ImageDecoder', undefined)
    const { canvas, decode } = makeCanvas()
    const picture = await decode(jpeg, frame, thumbnail)
    picture.paint()
    expect([canvas.width, canvas.height]).toEqual([180, 320])
  })

  it('gives the canvas its size, and holds nothing once it is painted', async () => {
    const { canvas, taken, decode } = makeCanvas()
    const picture = await decode(jpeg, frame, thumbnail)
    expect([...open]).toEqual(['bitmap'])
    picture.paint()
    expect([canvas.width, canvas.height]).toEqual([180, 320])
    expect(taken).toHaveLength(1)
    expect([...open]).toEqual([])
  })

  it('holds nothing once it is closed unpainted', async () => {
    const { taken, decode } = makeCanvas()
    const picture = await decode(jpeg, frame, thumbnail)
    picture.close()
    expect(taken).toEqual([])
    expect([...open]).toEqual([])
  })

  it('leaves nothing behind where it cannot be made', async () => {
    fails = true
    const { decode } = makeCanvas()
    await expect(decode(jpeg, frame, thumbnail)).rejects.toThrow('no memory')
    expect(made).toEqual(['decoder', 'frame'])
    expect([...open]).toEqual([])
  })
})

describe('a picture for a video track', () => {
  function makeTrack(write: (image: unknown) => Promise<void>) {
    return decodeForTrack({ getWriter: () => ({ write }) } as unknown as WritableStream<VideoFrame>, decoder)
  }

  it('stays in the colours of the JPEG at full size: no size is asked for', async () => {
    const decode = makeTrack(() => Promise.resolve())
    await decode(jpeg, frame, frame)
    expect(asked[0]).not.toHaveProperty('desiredWidth')
    await decode(jpeg, frame, half)
    expect(asked[1]).toMatchObject({ desiredWidth: 375, desiredHeight: 667 })
  })

  it('has the size that the browser has made it, not the one that was asked for', async () => {
    const picture = await makeTrack(() => Promise.resolve())(jpeg, frame, { width: 340, height: 605 })
    expect(picture.size).toEqual(half)
  })

  it('goes to the track, which closes it', async () => {
    const written: unknown[] = []
    const picture = await makeTrack(async (image) => void written.push(image))(jpeg, frame, frame)
    picture.paint()
    expect(written).toMatchObject([{ name: 'frame' }])
  })

  it('holds nothing where the track has ended, or nobody wants it any more', async () => {
    const decode = makeTrack(() => Promise.reject(new Error('ended')))
    const late = await decode(jpeg, frame, frame)
    expect([...open]).toEqual(['frame'])
    late.paint()
    await vi.waitFor(() => expect([...open]).toEqual([]))
    const unwanted = await decode(jpeg, frame, frame)
    unwanted.close()
    expect([...open]).toEqual([])
  })

  it('leaves no decoder behind where the bytes are damaged', async () => {
    fails = true
    await expect(makeTrack(() => Promise.resolve())(jpeg, frame, frame)).rejects.toThrow('damaged')
    expect([...open]).toEqual([])
  })
})
