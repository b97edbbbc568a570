import { expect, it } from 'vitest'
import { GrowingBuffer } from '../../../src-main/core/service/growing-buffer'

it('keeps the bytes of many small pieces, not the pieces, and no more than it may', () => {
  const buffer = new GrowingBuffer(1000)
  const piece = Buffer.alloc(1)
  const taken = Array.from({ length: 1001 }, (_, at) => {
    piece[0] = at % 256
    return buffer.take(piece)
  })
  expect(taken.indexOf(false)).toBe(1000)
  expect([...buffer.bytes]).toEqual(Array.from({ length: 1000 }, (_, at) => at % 256))
})
