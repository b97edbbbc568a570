import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createJpegDecoder,
  type Eighths,
  type JpegDecoder,
  type JpegFormat,
} from '../../../src-renderer/jpeg/jpeg-decoder'
import { scaledSize } from '../../../src-renderer/phone/stream/decode-scale'
import type { Size } from '../../../src-shared/protocol/device'
import { jpegSize } from '../../../src-shared/protocol/jpeg-size'
import { fixture, foreignNames, ownNames } from './fixtures'
import {
  averaged,
  decodedElsewhere,
  difference,
  fromPlanes,
  interpolated,
  lowFrequencies,
  type Pixels,
} from './reference'
import {
  APP1,
  APP2,
  changed,
  DHT,
  numbersCurve,
  patched,
  pointsCurve,
  primaries,
  profile,
  putTogether,
  restartsIn,
  SOF,
  srgbCurve,
  srgbNumbers,
  takeApart,
  turning,
  withSegments,
} from './segments'

const scales = [1, 2, 4, 8] as const
const smooth = ['smooth-420', 'smooth-422', 'smooth-440', 'smooth-444']
const plain = fixture('420')
const plainSize = { width: 101, height: 67 }

let decoder: JpegDecoder
const elsewhere = new Map<string, Pixels>()

beforeAll(async () => {
  decoder = await createJpegDecoder()
  for (const name of ownNames) elsewhere.set(name, await decodedElsewhere(fixture(name)))
})

const reference = (name: string): Pixels => elsewhere.get(name) ?? expect.fail(`no reference of ${name}`)

/** Decodes to a copy; fails the test when the decoder refuses. */
function decoded(jpeg: Uint8Array, size: Size, eighths: Eighths = 8, format: JpegFormat = 'rgba') {
  const view = decoder.decode(jpeg, eighths, size, format)
  return view === null ? expect.fail('not decoded') : Uint8ClampedArray.from(view)
}

const ownSize = (name: string): Size => ({ width: reference(name).width, height: reference(name).height })
const stretched = ({ width, height }: Size, by: number): Size => ({
  width: Math.max(1, Math.ceil(width * by)),
  height: Math.max(1, Math.ceil(height * by)),
})

describe('JpegDecoder', () => {
  it.each(ownNames)('decodes %s as libjpeg does', (name) => {
    const { data } = reference(name)
    const own = decoded(fixture(name), ownSize(name))
    expect(own.length).toBe(data.length)
    const { most, mean } = difference(own, data)
    expect(most).toBeLessThanOrEqual(6)
    expect(mean).toBeLessThan(0.5)
  })

  it('decodes the same coefficients to the same picture in every coding', () => {
    for (const eighths of scales) {
      const size = scaledSize(plainSize, eighths)
      const expected = decoded(plain, size, eighths)
      for (const name of ['420-optimized', '420-restart-row', '420-restart-3']) {
        expect(difference(decoded(fixture(name), size, eighths), expected).most, `${name} ${eighths}`).toBe(0)
      }
      const fine = decoded(fixture('444'), size, eighths)
      expect(difference(decoded(fixture('444-restart-3'), size, eighths), fine).most).toBe(0)
    }
  })

  it('accepts fill bytes before a restart marker', () => {
    const { segments, data } = takeApart(fixture('420-restart-row'))
    const filled = restartsIn(data).reduceRight((bytes, at) => bytes.toSpliced(at, 0, 0xff, 0xff), data)
    expect(filled.length).toBeGreaterThan(data.length)
    expect(decoded(putTogether(segments, filled), plainSize)).toEqual(decoded(plain, plainSize))
  })

  it('passes markers without a segment, as jpegSize does', () => {
    const jpeg = Uint8Array.from([...plain.subarray(0, 2), 0xff, 0xd0, 0xff, 0x01, ...plain.subarray(2)])
    expect(jpegSize(jpeg)).toEqual(plainSize)
    expect(decoded(jpeg, plainSize)).toEqual(decoded(plain, plainSize))
  })

  // Decoding at n/8 drops high frequencies, which equals the mean only without sharp edges.
  it.each(smooth)('decodes %s at a smaller scale to the mean of its pixels', (name) => {
    for (const eighths of [4, 2, 1] as const) {
      const size = scaledSize(ownSize(name), eighths)
      const { most, mean } = difference(
        decoded(fixture(name), size, eighths),
        averaged(reference(name), size).data,
      )
      // A colour pixel that covers 16 by 8 of the JPEG's cannot follow the waves.
      expect(most, `${eighths}/8`).toBeLessThanOrEqual(eighths === 1 ? 14 : 6)
      expect(mean, `${eighths}/8`).toBeLessThan(eighths === 1 ? 1.5 : 1)
    }
  })

  // The reference was clamped at saturated edges, so that a few pixels differ by more than rounding.
  it.each([4, 2, 1] as const)('makes %d/8 from the lowest frequencies of each block', (eighths) => {
    const name = '444-96x64'
    const expected = lowFrequencies(reference(name), eighths)
    const { most, mean } = difference(decoded(fixture(name), expected, eighths), expected.data)
    expect(most).toBeLessThanOrEqual(10)
    expect(mean).toBeLessThan(0.6)
  })

  it('decodes full blocks, which have no end code, at every scale', () => {
    const name = '420-full-blocks'
    for (const eighths of [4, 2, 1] as const) {
      const expected = averaged(reference(name), scaledSize(ownSize(name), eighths))
      expect(difference(decoded(fixture(name), expected, eighths), expected.data).mean).toBeLessThan(3)
    }
  })

  // Measured on text of 101 by 67 px: up to 5.4 at 4/8, 7.6 at 2/8, and twice that at 1/8, where letters are below a pixel.
  it.each(['420', '422', '440', '444', '420-96x64', 'colour-finer'])(
    'shows the same of %s at every scale',
    (name) => {
      for (const [eighths, bound] of [
        [4, 6],
        [2, 8],
        [1, 14],
      ] as const) {
        const size = scaledSize(ownSize(name), eighths)
        const expected = averaged(reference(name), size).data
        expect(difference(decoded(fixture(name), size, eighths), expected).mean, `${eighths}/8`).toBeLessThan(
          bound,
        )
      }
    },
  )

  it.each(smooth)('scales %s to any size between the centres of pixels', (name) => {
    for (const eighths of scales) {
      const full = scaledSize(ownSize(name), eighths)
      for (const by of [1.05, 0.97, 0.77, 0.613, 0.5]) {
        const size = stretched(full, by)
        const own = decoded(fixture(name), size, eighths)
        expect(own.length).toBe(size.width * size.height * 4)
        const { most, mean } = difference(own, interpolated(reference(name), size).data)
        // The reference blends four pixels, the decoder the mean of up to 256.
        expect(most, `${eighths}/8 by ${by}`).toBeLessThanOrEqual(eighths === 1 ? 20 : 8)
        expect(mean, `${eighths}/8 by ${by}`).toBeLessThan(1.5)
      }
    }
  })

  // Colours are scaled from fewer pixels than the reference has, which shows at sharp edges of colour.
  it.each(['420', '422', '440', '444', 'colour-finer'])('scales %s to any size', (name) => {
    for (const by of [3, 1.05, 0.97, 0.77, 0.613, 0.5]) {
      const size = stretched(plainSize, by)
      const { mean } = difference(decoded(fixture(name), size), interpolated(reference(name), size).data)
      expect(mean, `by ${by}`).toBeLessThan(2)
    }
  })

  // At 1/8 a tablet's frame is more than twice the smallest tile, and there is no smaller scale.
  it.each(['smooth-420', 'smooth-444'])(
    'refuses %s, or decodes it right, far below the smallest scale',
    (name) => {
      for (const eighths of scales) {
        const full = scaledSize(ownSize(name), eighths)
        for (const by of [0.45, 0.3, 0.1]) {
          const size = stretched(full, by)
          const picture = decoder.decode(fixture(name), eighths, size, 'rgba')
          if (picture === null) continue
          const { mean } = difference(picture, averaged(reference(name), size).data)
          expect(mean, `${eighths}/8 by ${by}`).toBeLessThan(6)
        }
      }
    },
  )

  it('scales width and height independently', () => {
    const name = 'smooth-420'
    for (const size of [
      { width: 51, height: 80 },
      { width: 200, height: 34 },
    ]) {
      const expected = interpolated(reference(name), size).data
      expect(difference(decoded(fixture(name), size), expected).most).toBeLessThanOrEqual(6)
    }
  })

  it.each(smooth)('decodes %s to planes of the same colours as its pixels', (name) => {
    for (const eighths of scales) {
      for (const by of [1, 1.05, 0.7, 0.5]) {
        const size = stretched(scaledSize(ownSize(name), eighths), by)
        const planes = decoder.decode(fixture(name), eighths, size, 'i420')?.slice()
        if (!planes) {
          // Colours as wide as Y cannot be reduced to less than half.
          expect(['smooth-440', 'smooth-444']).toContain(name)
          expect(by).toBeLessThan(1)
          continue
        }
        const half = Math.ceil(size.width / 2) * Math.ceil(size.height / 2)
        expect(planes.length).toBe(size.width * size.height + 2 * half)
        const pixels = decoded(fixture(name), size, eighths)
        const { most, mean } = difference(fromPlanes(planes, size).data, pixels)
        // Few pixels at half size cannot follow the waves.
        expect(most, `${eighths}/8 by ${by}`).toBeLessThanOrEqual(eighths === 8 ? 8 : 24)
        expect(mean, `${eighths}/8 by ${by}`).toBeLessThan(eighths === 8 ? 1 : 4)
      }
    }
  })

  it('decodes sharp text to planes of the same colours at full size', () => {
    const size = ownSize('420-96x64')
    const planes = decoded(fixture('420-96x64'), size, 8, 'i420')
    const pixels = decoded(fixture('420-96x64'), size)
    expect(difference(fromPlanes(planes, size).data, pixels).most).toBeLessThanOrEqual(4)
  })

  it.each(foreignNames)('refuses %s', (name) => {
    for (const eighths of scales) {
      expect(decoder.decode(fixture(name), eighths, scaledSize(plainSize, eighths), 'rgba')).toBeNull()
    }
    expect(decoder.decode(fixture(name), 8, plainSize, 'i420')).toBeNull()
  })

  it('passes segments that are not about the picture', () => {
    const expected = decoded(plain, plainSize)
    const comment = { marker: 0xfe, body: [...Array(300).keys()].map((i) => i & 0xff) }
    const unknown = { marker: 0xed, body: [0xff, 0xd8, 0xff, 0xc2, 0, 11] }
    const xmp = {
      marker: APP1,
      body: [...'http://ns.adobe.com/xap/1.0/'].map((letter) => letter.charCodeAt(0)),
    }
    const empty = { marker: 0xe5, body: [] }
    const jpeg = withSegments(plain, comment, unknown, xmp, empty)
    expect(difference(decoded(jpeg, plainSize), expected).most).toBe(0)
    const padded = Uint8Array.from([...plain, ...Array<number>(16).fill(0)])
    expect(difference(decoded(padded, plainSize), expected).most).toBe(0)
  })

  it('passes fill bytes before a marker', () => {
    const { segments, data } = takeApart(plain)
    const filled = segments.flatMap((segment, i) => [
      ...Array<number>(i % 4).fill(0xff),
      ...putTogether([segment], []).subarray(2),
    ])
    const jpeg = Uint8Array.from([0xff, 0xd8, ...filled, ...data.slice(0, -2), 0xff, 0xff, 0xff, 0xd9])
    expect(difference(decoded(jpeg, plainSize), decoded(plain, plainSize)).most).toBe(0)
  })

  it('accepts tables in one segment, and redefined ones', () => {
    const { segments, data } = takeApart(plain)
    const first = segments.findIndex(({ marker }) => marker === 0xc4)
    const body = segments.filter(({ marker }) => marker === 0xc4).flatMap((segment) => segment.body)
    const others = segments.filter(({ marker }) => marker !== 0xc4)
    const joined = [...others.slice(0, first), { marker: 0xc4, body }, ...others.slice(first)]
    const expected = decoded(plain, plainSize)
    expect(difference(decoded(putTogether(joined, data), plainSize), expected).most).toBe(0)
    const coarse = { marker: 0xdb, body: [0, ...Array<number>(64).fill(255)] }
    expect(difference(decoded(withSegments(plain, coarse), plainSize), expected).most).toBe(0)
  })

  it('refuses a frame without its Huffman tables, whatever the last frame had', () => {
    const isForeign = (jpeg: Uint8Array) => decoder.decode(jpeg, 8, plainSize, 'rgba') === null
    expect(isForeign(changed(plain, DHT, () => null))).toBe(true)
    const { segments, data } = takeApart(plain)
    for (const lacking of segments.filter(({ marker }) => marker === DHT)) {
      decoded(plain, plainSize)
      expect(
        isForeign(
          putTogether(
            segments.filter((segment) => segment !== lacking),
            data,
          ),
        ),
      ).toBe(true)
    }
  })

  it('accepts tables without a code for zero', async () => {
    // Four flat blocks, each 31 steps darker: a code and five bits, then a bit for each other code.
    const { segments } = takeApart(fixture('444'))
    const symbols = new Map([
      [0x00, 5],
      [0x10, 0],
      [0x01, 0],
      [0x11, 0],
    ])
    const own = segments.map(({ marker, body }) => {
      if (marker === SOF) return { marker, body: body.toSpliced(1, 4, 0, 8, 0, 32) }
      if (marker !== DHT) return { marker, body }
      const slot = body[0] ?? 0
      return { marker, body: [slot, 1, ...Array<number>(15).fill(0), symbols.get(slot) ?? 0] }
    })
    const jpeg = putTogether(own, [...Array<number>(6).fill(0), 0xff, 0xd9])
    const expected = await decodedElsewhere(jpeg)
    expect(new Set(expected.data.filter((_, i) => i % 4 === 0)).size).toBe(4)
    expect(difference(decoded(jpeg, expected), expected.data).most).toBeLessThanOrEqual(1)
  })

  it('ignores Exif orientation', () => {
    expect(decoded(withSegments(plain, turning(6)), plainSize)).toEqual(decoded(plain, plainSize))
  })

  it('accepts sRGB and refuses other colour spaces', () => {
    const jpeg = withSegments(plain, profile(primaries.srgb))
    expect(difference(decoded(jpeg, plainSize), decoded(plain, plainSize)).most).toBe(0)
    expect(decoder.decode(withSegments(plain, profile(primaries.displayP3)), 8, plainSize, 'rgba')).toBeNull()
  })

  it('decodes a canvas’s JPEG with its colour profile, as simulated phones send it', async () => {
    const canvas = createCanvas(80, 48)
    const context = canvas.getContext('2d')
    context.fillStyle = '#c07030'
    context.fillRect(0, 0, 80, 48)
    const jpeg = new Uint8Array(canvas.encodeSync('jpeg', 78))
    expect(takeApart(jpeg).segments.map(({ marker }) => marker)).toContain(APP2)
    const expected = await decodedElsewhere(jpeg)
    expect(difference(decoded(jpeg, expected), expected.data).most).toBeLessThanOrEqual(2)
  })

  it('accepts sRGB’s curve as numbers or points, and refuses others', () => {
    const isOwn = (curve: readonly number[]) =>
      decoder.decode(withSegments(plain, profile(primaries.srgb, curve)), 8, plainSize, 'rgba') !== null
    const srgb = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
    // As browsers write it.
    expect(isOwn(numbersCurve(...srgbNumbers, 0, 0))).toBe(true)
    for (const count of [1024, 4096]) expect(isOwn(pointsCurve(count, srgb)), `${count} points`).toBe(true)
    const others = {
      'BT.709': numbersCurve(1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081),
      'an exponent alone': numbersCurve(2.2),
      'a straight one': pointsCurve(1024, (share) => share),
      'points of 2.2': pointsCurve(1024, (share) => share ** 2.2),
      none: pointsCurve(0, srgb),
      'cut points': pointsCurve(4096, srgb).slice(0, -2),
      'lighter shadows': numbersCurve(...srgbNumbers, 0, 0.02),
      'cut numbers': srgbCurve.slice(0, -4),
      'something else': srgbCurve.with(0, 0),
    }
    for (const [name, curve] of Object.entries(others)) expect(isOwn(curve), name).toBe(false)
  })

  it('refuses a colour profile that is cut, split or broken', () => {
    const { marker, body } = profile(primaries.srgb)
    const isForeign = (bytes: readonly number[]) =>
      decoder.decode(withSegments(plain, { marker, body: bytes }), 8, plainSize, 'rgba') === null
    for (let length = 12; length < 14 + 128 + 4; length += 1) {
      expect(isForeign(body.slice(0, length)), `cut to ${length}`).toBe(true)
    }
    expect(isForeign(body.with(13, 2))).toBe(true)
    const count = 14 + 128
    expect(isForeign(body.toSpliced(count, 4, 0, 0, 0, 0))).toBe(true)
    expect(isForeign(body.toSpliced(count, 4, 0x7f, 0xff, 0xff, 0xff))).toBe(true)
    expect(isForeign(body.toSpliced(count, 4, 0xff, 0xff, 0xff, 0xff))).toBe(true)
    const offset = count + 4 + 4
    for (const bytes of [
      [0xff, 0xff, 0xff, 0xff],
      [0x7f, 0xff, 0xff, 0xff],
      [0, 0, 0xff, 0xff],
    ]) {
      expect(isForeign(body.toSpliced(offset, 4, ...bytes))).toBe(true)
    }
  })

  it('reads the colour model from JFIF and Adobe’s marker', () => {
    const { segments, data } = takeApart(fixture('444'))
    const others = segments.slice(1)
    const adobe = (transform: number) => ({
      marker: 0xee,
      body: [...[...'Adobe'].map((letter) => letter.charCodeAt(0)), 0, 100, 0, 0, 0, 0, transform],
    })
    const named = putTogether(others, data)
    const expected = decoded(fixture('444'), plainSize)
    expect(difference(decoded(named, plainSize), expected).most).toBe(0)
    const ycc = putTogether([adobe(1), ...others], data)
    expect(difference(decoded(ycc, plainSize), expected).most).toBe(0)
    const rgb = putTogether([adobe(0), ...others], data)
    expect(decoder.decode(rgb, 8, plainSize, 'rgba')).toBeNull()
  })

  it('refuses four components, 12 bits and other kinds of frames', () => {
    const four = changed(fixture('444'), SOF, (body) => [...body.with(5, 4), 4, 0x11, 0])
    expect(decoder.decode(four, 8, plainSize, 'rgba')).toBeNull()
    expect(decoder.decode(patched(plain, SOF, 0, 12), 8, plainSize, 'rgba')).toBeNull()
    for (const marker of [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]) {
      const { segments, data } = takeApart(plain)
      const other = segments.map((segment) => (segment.marker === SOF ? { ...segment, marker } : segment))
      expect(decoder.decode(putTogether(other, data), 8, plainSize, 'rgba'), `${marker}`).toBeNull()
    }
  })

  it('reads a view into a larger buffer without changing it', () => {
    const buffer = new Uint8Array(plain.length + 40).fill(0xff)
    buffer.set(plain, 13)
    const before = Uint8Array.from(buffer)
    const own = decoded(buffer.subarray(13, 13 + plain.length), plainSize)
    expect(difference(own, decoded(plain, plainSize)).most).toBe(0)
    expect(Buffer.compare(buffer, before)).toBe(0)
  })

  it('keeps no state between frames', () => {
    const turns = ownNames.flatMap((name) =>
      scales.map((eighths, i) => ({
        name,
        eighths,
        format: (i % 2 ? 'rgba' : 'i420') as JpegFormat,
        size: scaledSize(ownSize(name), eighths),
      })),
    )
    const results = turns.map(({ name, size, eighths, format }) =>
      decoded(fixture(name), size, eighths, format),
    )
    // Reversed, so that each follows another frame than before.
    for (const [index, { name, size, eighths, format }] of [...turns.entries()].toReversed()) {
      const again = decoded(fixture(name), size, eighths, format)
      expect(difference(again, results[index] ?? []).most, `${name} at ${eighths}/8`).toBe(0)
    }
  })

  it('keeps two decoders apart', async () => {
    const other = await createJpegDecoder()
    const view = decoder.decode(plain, 8, plainSize, 'rgba')
    const before = Uint8ClampedArray.from(view ?? [])
    other.decode(fixture('444'), 4, { width: 51, height: 34 }, 'rgba')
    expect(difference(view ?? [], before).most).toBe(0)
  })
})
