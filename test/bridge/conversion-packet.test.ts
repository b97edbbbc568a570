import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  conversionOf,
  packAnswer,
  packRequest,
  unpackAnswer,
  unpackRequest,
} from '../../src-shared/bridge/conversion-packet'

const u32 = fc.integer({ min: 0, max: 0xffffffff })
const bytes = fc.uint8Array({ maxLength: 300 })
const write = fc.record({ at: fc.integer({ min: 0, max: 2 ** 40 }), bytes })

it('brings requests and answers over whole', () => {
  const size = fc.record({ width: u32, height: u32 })
  const frames = fc.array(fc.record({ at: fc.double({ noNaN: true }), size, jpeg: bytes }), { maxLength: 5 })
  const answer = fc.oneof(
    fc.constantFrom('written' as const, 'failed' as const),
    fc.record({ frames, isLast: fc.boolean() }),
  )
  fc.assert(
    fc.property(u32, fc.option(write), answer, (conversion, part, answered) => {
      expect(unpackRequest(packRequest({ conversion, write: part }))).toEqual({ conversion, write: part })
      const packet = packAnswer(conversion, answered)
      expect([conversionOf(packet), unpackAnswer(packet)]).toEqual([conversion, answered])
    }),
  )
})

it('takes no request that is cut, of another kind, or without a place in a file', () => {
  const whole = packRequest({ conversion: 1, write: { at: 5, bytes: new Uint8Array(3) } })
  expect(unpackRequest(whole.slice(0, 15))).toBeNull()
  for (const [kind, at] of [
    [2, 5],
    [1, -1],
    [1, 0.5],
    [1, NaN],
    [1, Infinity],
    [1, 2 ** 60],
  ] as const) {
    const packet = whole.slice()
    new DataView(packet).setUint32(4, kind, true)
    new DataView(packet).setFloat64(8, at, true)
    expect(unpackRequest(packet)).toBeNull()
  }
})
