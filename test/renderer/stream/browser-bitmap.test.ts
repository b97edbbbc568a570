import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserBitmap } from '../../../src-renderer/stream/browser-bitmap'
import { fixture } from '../jpeg/fixtures'
import { APP1, APP2, changed, profile, primaries, takeApart, turning, withSegments } from '../jpeg/segments'

const frame = { width: 750, height: 1334 }
const thumbnail = { width: 180, height: 320 }
const jpeg = new Uint8Array([0xff, 0xd8])

/** What holds memory until it is closed, and has been made so far. */
let open: Set<string>
let made: string[]
let asked: Record<string, unknown>[]
/** The JPEGs that were to be decoded. */
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

describe('the browser’s bitmap', () => {
  it('is decoded at the scale that its size needs', async () => {
    await browserBitmap(jpeg, frame, thumbnail)
    expect(asked).toMatchObject([{ desiredWidth: 188, desiredHeight: 334 }])
  })

  it('is decoded without an image decoder where it is needed whole, which would fill shared memory', async () => {
    expect(await browserBitmap(jpeg, frame, frame)).toMatchObject(frame)
    expect(made).toEqual(['bitmap'])
  })

  it('has its size, and nothing else is held', async () => {
    expect(await browserBitmap(jpeg, frame, thumbnail)).toMatchObject(thumbnail)
    expect([...open]).toEqual(['bitmap'])
  })

  it('has its size where a browser cannot scale while it decodes, too', async () => {
    vi.stubGlobal('ImageDecoder', undefined)
    expect(await browserBitmap(jpeg, frame, thumbnail)).toMatchObject(thumbnail)
  })

  it('leaves nothing behind where it cannot be made', async () => {
    fails = true
    await expect(browserBitmap(jpeg, frame, thumbnail)).rejects.toThrow('no memory')
    expect(made).toEqual(['decoder', 'frame'])
    expect([...open]).toEqual([])
  })

  it('is of the pixels as they stand, whatever Exif says, and of all else that there is', async () => {
    const plain = Uint8Array.from(fixture('progressive'))
    const sound = withSegments(plain, profile(primaries.displayP3), turning(6))
    // Markers without a segment, and one that is filled up.
    const turned = Uint8Array.from([0xff, 0xd8, 0xff, 0x01, 0xff, 0xd0, 0xff, ...sound.subarray(2)])
    const before = Uint8Array.from(turned)
    for (const size of [thumbnail, frame]) await browserBitmap(turned, frame, size)
    expect(turned).toEqual(before)
    for (const bytes of given) {
      const left = Uint8Array.from([...bytes.subarray(0, 2), ...bytes.subarray(7)])
      const markers = takeApart(left).segments.map(({ marker }) => marker)
      expect(markers).toContain(APP2)
      expect(markers).not.toContain(APP1)
      const rest = changed(
        changed(left, 0xfe, () => null),
        APP2,
        () => null,
      )
      expect(rest).toEqual(plain)
    }
    expect(given).toHaveLength(2)
  })
})
