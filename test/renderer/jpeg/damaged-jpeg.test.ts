import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createJpegDecoder, type JpegDecoder } from '../../../src-renderer/jpeg/jpeg-decoder'
import { scaledSize } from '../../../src-renderer/phone/stream/decode-scale'
import type { Size } from '../../../src-shared/protocol/device'
import { fixture, foreignNames, ownNames } from './fixtures'
import {
  boundaries,
  changed,
  DHT,
  DQT,
  DRI,
  patched,
  putTogether,
  restartsIn,
  type Segment,
  SOF,
  SOS,
  takeApart,
  withSegments,
} from './segments'

const scales = [1, 2, 4, 8] as const
const formats = ['rgba', 'i420'] as const
// 444-noise ends with a coefficient, not with an end of block.
const names = ['420', '444', '420-optimized', '420-restart-3', '444-noise']
const plain = fixture('420')
const size = { width: 101, height: 67 }
// Far above what a phone's frame needs.
const mostGrowth = 64 << 20
const longestMs = 2000

let decoder: JpegDecoder
let expected: Uint8Array

const decodedPlain = () => Uint8Array.from(decoder.decode(plain, 8, size, 'rgba') ?? [])

beforeAll(async () => {
  decoder = await createJpegDecoder()
  expected = decodedPlain()
})

afterEach(() => {
  expect(Buffer.compare(decodedPlain(), expected), 'decodes the next frame').toBe(0)
})

/** Expects a damaged JPEG to throw at every scale and in both formats. */
function refuses(jpeg: Uint8Array, name = ''): void {
  for (const eighths of scales) {
    for (const format of formats) {
      const decode = () => decoder.decode(jpeg, eighths, scaledSize(size, eighths), format)
      expect(decode, `${name} at ${eighths}/8, ${format}`).toThrow(Error)
    }
  }
}

const byteLength = ({ width, height }: Size, format: 'rgba' | 'i420') =>
  format === 'rgba' ? width * height * 4 : width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2)

describe('damaged JPEG', () => {
  it('throws when it is empty or no JPEG', () => {
    refuses(new Uint8Array())
    refuses(Uint8Array.of(0xff))
    refuses(Uint8Array.of(0xff, 0xd8))
    refuses(Uint8Array.of(0xff, 0xd8, 0xff, 0xd9))
    refuses(new TextEncoder().encode('{"type":"error","message":"no frame today"}'))
    refuses(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))
    refuses(new Uint8Array(4096))
    refuses(new Uint8Array(4096).fill(0xff))
    refuses(plain.subarray(2))
  })

  it.each(names)('throws when it is cut between segments (%s)', (name) => {
    const jpeg = fixture(name)
    for (const end of boundaries(jpeg)) {
      for (const at of [end - 1, end, end + 1, end + 2]) refuses(jpeg.subarray(0, at), `cut to ${at}`)
    }
  })

  it.each(names)('throws when its picture is cut anywhere (%s)', (name) => {
    const jpeg = fixture(name)
    // The picture is whole without the end marker.
    for (let end = boundaries(jpeg).at(-1) ?? 0; end < jpeg.length - 2; end += 1) {
      expect(
        () => decoder.decode(jpeg.subarray(0, end), 2, { width: 26, height: 17 }, 'rgba'),
        `${end}`,
      ).toThrow(Error)
    }
    refuses(jpeg.subarray(0, jpeg.length - 3))
  })

  it('throws when it is cut, even with tables in which all bits are codes', () => {
    const allBits = [...Array<number>(16).fill(0).with(0, 2), 0, 0]
    const { segments } = takeApart(changed(plain, DHT, ([slot = 0]) => [slot, ...allBits]))
    // Seven by five MCUs of six blocks of two bits.
    const enough = Math.ceil((7 * 5 * 6 * 2) / 8)
    const jpeg = (bytes: number) => putTogether(segments, Array<number>(bytes).fill(0x55))
    expect(
      decoder.decode(jpeg(enough), 8, size, 'rgba')?.every((value, i) => value === (i % 4 === 3 ? 255 : 128)),
    ).toBe(true)
    for (const bytes of [enough - 1, enough >> 1, 10]) refuses(jpeg(bytes), `${bytes}`)
  })

  it('throws at an end marker in the middle of its picture', () => {
    const { segments, data } = takeApart(plain)
    for (const at of [0, 1, data.length >> 1, data.length - 4]) {
      // Not between 0xff and its stuffed zero.
      const place = data[at - 1] === 0xff ? at + 1 : at
      refuses(putTogether(segments, [...data.slice(0, place), 0xff, 0xd9, ...data.slice(place)]), `${at}`)
    }
  })

  it('throws when a frame of another size follows a cut one', () => {
    const { segments, data } = takeApart(plain)
    refuses(putTogether(segments, [...data.slice(0, data.length >> 1), ...fixture('420-9x17')]))
  })

  it('throws on Huffman tables with too many codes or too few symbols', () => {
    const counts = (body: number[], ...own: number[]) => [
      ...body.slice(0, 1),
      ...own,
      ...Array<number>(16 - own.length).fill(0),
      ...body.slice(17),
    ]
    refuses(
      changed(plain, DHT, (body) => counts(body, 3)),
      'three codes of a bit',
    )
    refuses(
      changed(plain, DHT, (body) => counts(body, 2, 1)),
      'a code after the last',
    )
    refuses(
      changed(plain, DHT, (body) => counts(body, 0, 0, 9)),
      'nine codes of three bits',
    )
    refuses(
      changed(plain, DHT, (body) => counts(body, 1, 1, 1, 1, 1, 1, 1, 255)),
      'more than there is room',
    )
    refuses(
      changed(plain, DHT, (body) => [...body.slice(0, 1), ...Array<number>(16).fill(255)]),
      'no symbols',
    )
    refuses(
      changed(plain, DHT, (body) => body.slice(0, -1)),
      'a symbol short',
    )
    for (const length of [1, 2, 16, 17])
      refuses(
        changed(plain, DHT, (body) => body.slice(0, length)),
        `${length}`,
      )
    // The picture's own codes stay as they are.
    const spare = (body: number[]) => [...body.with(16, (body[16] ?? 0) + 130), ...Array<number>(130).fill(0)]
    for (const slot of [0x00, 0x10, 0x01, 0x11]) {
      const jpeg = changed(plain, DHT, (body) => (body[0] === slot ? spare(body) : body))
      refuses(jpeg, `spare ones in ${slot}`)
    }
    refuses(
      changed(plain, DHT, (body) => counts(body)),
      'no code',
    )
    refuses(
      changed(plain, DHT, (body) => [...body, 0]),
      'a byte more',
    )
  })

  it('throws on table numbers that do not exist', () => {
    for (const slot of [4, 0x14, 0x20, 0x0f, 0xff]) refuses(patched(plain, DHT, 0, slot), `DHT ${slot}`)
    for (const slot of [4, 0x0f, 0x14, 0x20, 0xff]) refuses(patched(plain, DQT, 0, slot), `DQT ${slot}`)
    // In addition to the picture's own tables.
    for (const slot of [4, 0x0f, 0x14, 0x24]) {
      refuses(withSegments(plain, { marker: DQT, body: [slot, ...Array<number>(128).fill(1)] }), `${slot}`)
      refuses(withSegments(plain, { marker: DQT, body: [slot, ...Array<number>(64).fill(1)] }), `${slot}`)
    }
    for (const slot of [4, 0x0f, 0x14, 0x20]) {
      const body = [slot, ...Array<number>(16).fill(0).with(0, 1), 0]
      refuses(withSegments(plain, { marker: DHT, body }), `${slot}`)
    }
    for (const index of [8, 11, 14]) {
      for (const slot of [4, 32, 255]) refuses(patched(plain, SOF, index, slot), `SOF ${slot}`)
    }
    for (const index of [2, 4, 6]) {
      for (const slots of [0x40, 0x04, 0xff]) refuses(patched(plain, SOS, index, slots), `SOS ${slots}`)
    }
  })

  it('throws on cut quantization tables', () => {
    for (const length of [1, 2, 64])
      refuses(
        changed(plain, DQT, (body) => body.slice(0, length)),
        `${length}`,
      )
    // 16-bit entries would need twice as many bytes.
    refuses(patched(plain, DQT, 0, 0x10))
  })

  it.each([
    ['quantization', DQT],
    ['a frame header', SOF],
  ])('throws without %s', (_, marker) => {
    refuses(
      changed(plain, marker, () => null),
      'none',
    )
    const { segments } = takeApart(plain)
    for (const lacking of segments.filter((segment) => segment.marker === marker)) {
      const { data } = takeApart(plain)
      refuses(
        putTogether(
          segments.filter((segment) => segment !== lacking),
          data,
        ),
        'one less',
      )
    }
  })

  it('throws without them even after a frame that had them', () => {
    decodedPlain()
    refuses(changed(plain, DQT, () => null))
    decodedPlain()
    refuses(changed(plain, SOF, () => null))
  })

  it('throws on a scan of components that do not exist', () => {
    for (const index of [1, 3, 5]) refuses(patched(plain, SOS, index, 9))
    refuses(changed(plain, SOS, (body) => body.slice(0, 1)))
    refuses(changed(plain, SOS, () => []))
    refuses(changed(plain, SOS, (body) => body.slice(0, 6)))
  })

  it('throws on a frame header that is cut or without a size', () => {
    for (const length of [0, 1, 5, 6, 14])
      refuses(
        changed(plain, SOF, (body) => body.slice(0, length)),
        `${length}`,
      )
    refuses(patched(plain, SOF, 4, 0), 'no width')
    refuses(patched(plain, SOF, 2, 0), 'no height')
  })

  it('throws on components without blocks', () => {
    for (const index of [7, 10, 13]) {
      for (const sampling of [0, 0x01, 0x10, 0x20]) refuses(patched(plain, SOF, index, sampling), `${index}`)
    }
  })

  it('is not decoded with sampling factors above 4', () => {
    for (const index of [7, 10, 13]) {
      for (const sampling of [0x51, 0x15, 0x55, 0xff]) {
        let picture: Uint8ClampedArray | null = null
        try {
          picture = decoder.decode(patched(plain, SOF, index, sampling), 8, size, 'rgba')
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
        expect(picture).toBeNull()
      }
    }
  })

  it('throws on two frame headers', () => {
    const { segments, data } = takeApart(plain)
    const twice = segments.flatMap((segment) => (segment.marker === SOF ? [segment, segment] : [segment]))
    refuses(putTogether(twice, data))
  })

  it('throws on a segment length below 2 or past the end', () => {
    for (const at of boundaries(plain).slice(0, -1)) {
      for (const length of [0, 1, 0xffff]) {
        const jpeg = Uint8Array.from(plain)
        jpeg.set([length >> 8, length & 0xff], at + 2)
        refuses(jpeg, `${length} at ${at}`)
      }
    }
    refuses(changed(fixture('420-restart-3'), DRI, (body) => body.slice(0, 1)))
  })

  it('throws fast and without much memory when its header claims a huge size', () => {
    const before = decoder.decode(plain, 8, size, 'rgba')?.buffer.byteLength ?? 0
    const claims = [
      [0xff, 0xff, 0xff, 0xff],
      [0x40, 0, 0x40, 0],
      [0xff, 0xff, 0, 101],
      [0, 67, 0xff, 0xff],
    ]
    for (const claim of claims) {
      const jpeg = changed(plain, SOF, (body) => body.toSpliced(1, 4, ...claim))
      for (const eighths of scales) {
        for (const format of formats) {
          const start = performance.now()
          expect(() => decoder.decode(jpeg, eighths, { width: 8000, height: 8000 }, format)).toThrow(Error)
          expect(performance.now() - start).toBeLessThan(longestMs)
        }
      }
    }
    const after = decoder.decode(plain, 8, size, 'rgba')?.buffer.byteLength ?? 0
    expect(after - before).toBeLessThan(mostGrowth)
  })

  it('throws fast when its header defines thousands of tables', () => {
    const table = [0x10, 0, 2, ...Array<number>(14).fill(0), 1, 2]
    const body = Array.from({ length: 3000 }, () => table).flat()
    const header = putTogether(Array<Segment>(170).fill({ marker: DHT, body }), [])
    const start = performance.now()
    expect(() => decoder.decode(header, 8, size, 'rgba')).toThrow(Error)
    expect(performance.now() - start).toBeLessThan(longestMs)
  })

  it('throws on missing, extra or undeclared restart markers', () => {
    for (const name of ['420-restart-row', '420-restart-3', '444-restart-3']) {
      const { segments, data } = takeApart(fixture(name))
      const markers = restartsIn(data)
      expect(markers.length).toBeGreaterThan(1)
      for (const at of markers) {
        refuses(putTogether(segments, data.toSpliced(at, 2)), `${name} without ${at}`)
        refuses(
          putTogether(segments, data.toSpliced(at, 0, 0xff, data[at + 1] ?? 0)),
          `${name} with two at ${at}`,
        )
        refuses(putTogether(segments, data.slice(0, at)), `${name} to ${at}`)
        refuses(putTogether(segments, data.slice(0, at + 2)), `${name} to after ${at}`)
      }
      refuses(
        putTogether(
          segments.filter(({ marker }) => marker !== DRI),
          data,
        ),
        `${name} without their interval`,
      )
      for (const interval of [1, 2, 4]) {
        refuses(
          changed(fixture(name), DRI, () => [0, interval]),
          `${name} every ${interval}`,
        )
      }
    }
    refuses(withSegments(plain, { marker: DRI, body: [0, 3] }), 'none at all')
  })

  it('yields a picture of the right size, null or an Error for any changed bytes', () => {
    const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 4 })
    const change = fc.oneof(
      fc.record({ kind: fc.constant('flip' as const), place, bytes }),
      fc.record({ kind: fc.constant('insert' as const), place, bytes }),
      fc.record({ kind: fc.constant('remove' as const), place, bytes }),
      fc.record({ kind: fc.constant('cut' as const), place, bytes }),
    )
    // Most faults are in the headers.
    const near = fc.boolean()
    const frame = fc.record({
      name: fc.constantFrom(...ownNames, ...foreignNames),
      changes: fc.array(fc.tuple(change, near), { minLength: 1, maxLength: 4 }),
      eighths: fc.constantFrom(...scales),
      width: fc.integer({ min: 1, max: 130 }),
      height: fc.integer({ min: 1, max: 130 }),
      format: fc.constantFrom(...formats),
    })
    let run = 0
    fc.assert(
      fc.property(frame, ({ name, changes, eighths, width, height, format }) => {
        const jpeg = [...fixture(name)]
        for (const [{ kind, place, bytes }, isNear] of changes) {
          const at = Math.floor(place * (isNear ? Math.min(640, jpeg.length) : jpeg.length))
          if (kind === 'insert') jpeg.splice(at, 0, ...bytes)
          else if (kind === 'remove') jpeg.splice(at, bytes.length)
          else if (kind === 'cut') jpeg.splice(at)
          else jpeg.splice(at, 1, (jpeg[at] ?? 0) ^ (bytes[0] ?? 1))
        }
        const start = performance.now()
        try {
          const picture = decoder.decode(Uint8Array.from(jpeg), eighths, { width, height }, format)
          if (picture !== null) expect(picture.length).toBe(byteLength({ width, height }, format))
        } catch (error) {
          if (!(error instanceof Error) || error.name === 'AssertionError') throw error
        }
        expect(performance.now() - start).toBeLessThan(longestMs)
        run += 1
        if (run % 10 === 0) expect(Buffer.compare(decodedPlain(), expected)).toBe(0)
      }),
      { numRuns: Number(process.env['FUZZ'] ?? 400) },
    )
  })
})
