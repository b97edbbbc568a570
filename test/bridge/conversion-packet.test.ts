import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  packAnswer,
  packRequest,
  unpackAnswer,
  unpackRequest,
} from '../../src-shared/bridge/conversion-packet'

const u32 = fc.integer({ min: 0, max: 0xffffffff })
const bytes = fc.uint8Array({ maxLength: 300 })

it('brings requests and answers over whole', () => {
  const size = fc.record({ width: u32, height: u32 })
  const request = fc.record({ conversion: u32, at: fc.integer({ min: 0, max: 2 ** 40 }), bytes })
  const answer = fc.record({
    conversion: u32,
    kind: fc.constantFrom('frames', 'last', 'written', 'failed'),
    frames: fc.array(fc.record({ at: fc.double({ noNaN: true }), size, jpeg: bytes }), { maxLength: 5 }),
  })
  fc.assert(
    fc.property(request, answer, (asked, answered) => {
      expect(unpackRequest(packRequest(asked))).toEqual(asked)
      expect(unpackAnswer(packAnswer(answered))).toEqual(answered)
    }),
  )
})

it('takes no request that is cut, or without a place in a file', () => {
  const packet = (at: number) => packRequest({ conversion: 1, at, bytes: new Uint8Array(3) })
  expect(unpackRequest(packet(5).slice(0, 11))).toBeNull()
  for (const at of [-1, 0.5, NaN, Infinity, 2 ** 60]) expect(unpackRequest(packet(at))).toBeNull()
})
