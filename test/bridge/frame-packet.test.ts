import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packCredits, packFrames, unpackCredits, unpackFrames } from '../../src-shared/bridge/frame-packet'

const u16 = fc.integer({ min: 1, max: 2 ** 16 - 1 })
const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const frame = fc.record({
  tile: u32,
  number: u32,
  receivedAt: fc.double({ min: 0, max: 1e15, noNaN: true }),
  size: fc.record({ width: u16, height: u16 }),
  jpeg: fc.uint8Array({ minLength: 1, maxLength: 300 }),
})
const credit = fc.record({ tile: u32, number: u32 })

describe('frames on the frame port', () => {
  it('survive a round trip in order', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 8 }), (frames) => {
        expect(unpackFrames(packFrames(frames))).toEqual(frames)
      }),
    )
  })

  it('are packed little-endian in the documented layout', () => {
    const bytes = new Uint8Array(
      packFrames([
        {
          tile: 1,
          number: 0x0203,
          receivedAt: 1.5,
          size: { width: 750, height: 1334 },
          jpeg: Uint8Array.of(0xff, 0xd8),
        },
      ]),
    )
    expect([...bytes]).toEqual([
      ...[1, 0, 0, 0, 3, 2, 0, 0],
      ...[0, 0, 0, 0, 0, 0, 0xf8, 0x3f],
      ...[0xee, 2, 0x36, 5, 2, 0, 0, 0, 0xff, 0xd8],
    ])
  })

  it('fill a buffer of their own size, without bytes of the pool', () => {
    const pool = new Uint8Array(64 * 1024).fill(7)
    const jpeg = pool.subarray(100, 200)
    const buffer = packFrames([{ tile: 1, number: 1, receivedAt: 0, size: { width: 1, height: 1 }, jpeg }])
    expect(buffer.byteLength).toBe(24 + 100)
    expect(buffer).not.toBe(pool.buffer)
  })

  it('end before what a larger buffer had in it', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 4 }), fc.nat(200), (frames, room) => {
        const roomy = (bytes: number) => new Uint8Array(bytes + room).fill(255).buffer
        expect(unpackFrames(packFrames(frames, roomy))).toEqual(frames)
      }),
    )
  })

  it('from a truncated message are refused, unless it ends between two frames', () => {
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 4 }), fc.nat(), (frames, where) => {
        const whole = packFrames(frames)
        const at = where % whole.byteLength
        const ends = frames.map((_, index) => packFrames(frames.slice(0, index)).byteLength)
        const cut = whole.slice(0, at)
        const between = ends.indexOf(at)
        if (between >= 0) expect(unpackFrames(cut)).toEqual(frames.slice(0, between))
        else expect(() => unpackFrames(cut)).toThrow(RangeError)
      }),
    )
  })
})

describe('credits on the frame port', () => {
  it('survive a round trip in a buffer of their own size', () => {
    fc.assert(
      fc.property(fc.array(credit, { maxLength: 20 }), (credits) => {
        const buffer = packCredits(credits)
        expect(buffer.byteLength).toBe(credits.length * 8)
        expect(unpackCredits(buffer)).toEqual(credits)
      }),
    )
  })

  it('from a truncated message are the complete ones', () => {
    fc.assert(
      fc.property(fc.array(credit, { minLength: 1, maxLength: 8 }), fc.nat(), (credits, where) => {
        const whole = packCredits(credits)
        const at = where % whole.byteLength
        expect(unpackCredits(whole.slice(0, at))).toEqual(credits.slice(0, Math.floor(at / 8)))
      }),
    )
  })
})
