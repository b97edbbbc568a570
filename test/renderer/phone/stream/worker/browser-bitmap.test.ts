import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserBitmap } from '../../../../../src-renderer/phone/stream/worker/browser-bitmap'
import { fixture } from '../../../jpeg/fixtures'
import { APP1, takeApart, turning, withSegments } from '../../../jpeg/segments'

const frame = { width: 750, height: 1334 }
const thumbnail = { width: 180, height: 320 }
const jpeg = new Uint8Array([0xff, 0xd8])

/** The open objects, and all that were made, by name. */
let open: Set<string>
let made: string[]
let asked: Record<string, unknown>[]
/** The JPEGs that the browser was given. */
let given: Uint8Array[]
let fails: boolean

function held(name: string, size = { width: 0, height: 0 }) {
  open.add(name)
  made.push(name)
  return { ...size, name, close: () => void open.delete(name) }
}

beforeEach(() => {
  open = new Set()
  made = []
  asked = []
  given = []
  fails = false
  vi.stubGlobal(
    'createImageBitmap',
    async (source: Blob | object, { resizeWidth, resizeHeight }: ImageBitmapOptions) => {
      if (source instanceof Blob) given.push(new Uint8Array(await source.arrayBuffer()))
      else if (fails) throw new Error('no memory')
      return held('bitmap', { width: resizeWidth ?? 0, height: resizeHeight ?? 0 })
    },
  )
  vi.stubGlobal(
    'ImageDecoder',
    class {
      readonly #held = held('decoder')
      constructor(init: Record<string, unknown>) {
        asked.push(init)
        given.push(init['data'] as Uint8Array)
      }
      async decode() {
        return { image: held('frame') }
      }
      close() {
        this.#held.close()
      }
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

describe('browserBitmap', () => {
  it('decodes at the scale that the size needs', async () => {
    await browserBitmap(jpeg, frame, thumbnail)
    expect(asked).toMatchObject([{ desiredWidth: 188, desiredHeight: 334 }])
  })

  it('decodes a whole picture without an ImageDecoder, which would fill shared memory', async () => {
    expect(await browserBitmap(jpeg, frame, frame)).toMatchObject(frame)
    expect(made).toEqual(['bitmap'])
  })

  it('yields the size asked for, and closes all else', async () => {
    expect(await browserBitmap(jpeg, frame, thumbnail)).toMatchObject(thumbnail)
    expect([...open]).toEqual(['bitmap'])
  })

  it('yields the size asked for in a browser without ImageDecoder', async () => {
    vi.stubGlobal('ImageDecoder', undefined)
    expect(await browserBitmap(jpeg, frame, thumbnail)).toMatchObject(thumbnail)
  })

  it('closes everything when it fails', async () => {
    fails = true
    await expect(browserBitmap(jpeg, frame, thumbnail)).rejects.toThrow('no memory')
    expect(made).toEqual(['decoder', 'frame'])
    expect([...open]).toEqual([])
  })

  it('is not turned by Exif, at any size', async () => {
    const turned = Uint8Array.from(withSegments(Uint8Array.from(fixture('progressive')), turning(6)))
    for (const size of [thumbnail, frame]) await browserBitmap(turned, frame, size)
    expect(given).toHaveLength(2)
    for (const bytes of given)
      expect(takeApart(bytes).segments.map(({ marker }) => marker)).not.toContain(APP1)
  })

  it('refuses a picture of many scans, which would take seconds, before it is decoded', async () => {
    const scans = (count: number) =>
      Uint8Array.from([0xff, 0xd8, ...Array(count).fill([0xff, 0xda, 0, 2, 1, 0xff, 0]).flat(), 0xff, 0xd9])
    await expect(browserBitmap(scans(1000), frame, thumbnail)).rejects.toThrow('too costly')
    expect(made).toEqual([])
    expect(await browserBitmap(scans(30), frame, thumbnail)).toMatchObject(thumbnail)
  })

  it('refuses a picture far larger than any phone’s', async () => {
    await expect(browserBitmap(jpeg, { width: 6300, height: 6300 }, thumbnail)).rejects.toThrow('too costly')
  })

  it('gives up after 2 s, and closes what comes later', async () => {
    vi.useFakeTimers()
    let finish: (bitmap: object) => void = () => undefined
    vi.stubGlobal('createImageBitmap', () => new Promise((resolve) => (finish = resolve)))
    const failed = expect(browserBitmap(jpeg, frame, frame)).rejects.toThrow('took too long')
    await vi.advanceTimersByTimeAsync(2000)
    await failed
    finish(held('bitmap'))
    await vi.advanceTimersByTimeAsync(0)
    expect([...open]).toEqual([])
    vi.useRealTimers()
  })
})
