import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jpegSize } from '../../src-shared/protocol/jpeg-size'
import { jpegHeaders } from '../renderer/phone/stream/jpeg'

describe('jpegSize', () => {
  it('reads the size of a real JPEG', async () => {
    const jpeg = await createCanvas(750, 1334).encode('jpeg', 77)
    expect(jpegSize(jpeg)).toEqual({ width: 750, height: 1334 })
  })

  it('reads a JPEG that is padded to 64 bytes or to a page', async () => {
    const jpeg = await createCanvas(750, 1334).encode('jpeg', 77)
    for (const tail of [
      Buffer.alloc(63),
      Buffer.alloc(4095),
      Buffer.alloc(63, 0xff),
      Buffer.alloc(200, 0xd9),
    ])
      expect(jpegSize(Buffer.concat([jpeg, tail]))).toEqual({ width: 750, height: 1334 })
    expect(jpegSize(Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(63)]))).toBeNull()
  })

  it('skips tables and reads progressive frames', () => {
    expect(jpegSize(jpegHeaders(1170, 2532))).toEqual({ width: 1170, height: 2532 })
    expect(jpegSize(jpegHeaders(1170, 2532, 0xc2))).toEqual({ width: 1170, height: 2532 })
  })

  it('reads a view into a larger buffer', () => {
    const jpeg = jpegHeaders(828, 1792)
    const buffer = new Uint8Array(jpeg.length + 40)
    buffer.set(jpeg, 13)
    expect(jpegSize(buffer.subarray(13, 13 + jpeg.length))).toEqual({ width: 828, height: 1792 })
  })

  it('refuses other bytes and absurd sizes', () => {
    expect(jpegSize(new TextEncoder().encode('{"type":"error"}'))).toBeNull()
    expect(jpegSize(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toBeNull()
    expect(jpegSize(new Uint8Array())).toBeNull()
    expect(jpegSize(jpegHeaders(0, 100))).toBeNull()
    expect(jpegSize(jpegHeaders(10_000, 10_000))).toBeNull()
    expect(jpegSize(jpegHeaders(6300, 6300))).toBeNull()
    expect(jpegSize(jpegHeaders(65_535, 10))).toBeNull()
  })

  it('does not mistake tables with similar markers for a frame header', () => {
    const jpeg = jpegHeaders(750, 1334)
    for (const marker of [0xc8, 0xcc]) {
      const table = [0xff, marker, 0, 9, 8, 0, 10, 0, 10, 0, 0]
      const withTable = new Uint8Array([...jpeg.subarray(0, 2), ...table, ...jpeg.subarray(2)])
      expect(jpegSize(withTable)).toEqual({ width: 750, height: 1334 })
    }
  })

  it('survives a frame header that ends before its size', () => {
    expect(jpegSize(new Uint8Array([0xff, 0xd8, 0xff, 0xc0, 0, 11, 0xff, 0xd9]))).toBeNull()
  })

  it('refuses a truncated JPEG even when a thumbnail has an end marker', () => {
    const inside = jpegHeaders(100, 200)
    const cut = new Uint8Array([
      ...jpegHeaders(750, 1334).subarray(0, -2),
      ...inside,
      ...Array<number>(40).fill(1),
    ])
    expect(jpegSize(cut)).toBeNull()
  })

  it('survives a frame that is truncated anywhere', () => {
    const jpeg = jpegHeaders(750, 1334)
    for (let length = 0; length < jpeg.length; length += 1) {
      expect(jpegSize(jpeg.subarray(0, length))).toBeNull()
    }
  })

  it('refuses a truncated real JPEG and accepts a padded one', async () => {
    const jpeg = await createCanvas(750, 1334).encode('jpeg', 77)
    expect(jpegSize(jpeg.subarray(0, jpeg.length / 2))).toBeNull()
    expect(jpegSize(Buffer.concat([jpeg, Buffer.alloc(16)]))).toEqual({ width: 750, height: 1334 })
  })

  it('survives arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        jpegSize(new Uint8Array([0xff, 0xd8, ...bytes]))
      }),
    )
  })
})
