import { expect, it } from 'vitest'
import { PacketPool } from '../../../src-main/core/frames/packet-pool'

const kB = 1024

it('gives a packet again that is free, for what fits into its size', () => {
  const pool = new PacketPool()
  const packet = pool.take(70 * kB)
  expect(packet.byteLength).toBe(128 * kB)
  expect(pool.take(70 * kB)).not.toBe(packet)
  pool.free(packet)
  expect(pool.take(64 * kB)).not.toBe(packet)
  expect(pool.take(127 * kB)).toBe(packet)
  expect(pool.take(127 * kB)).not.toBe(packet)
  expect(pool.take(5 * kB).byteLength).toBe(8 * kB)
})

it('keeps 8 MB of free packets, those that were used last', () => {
  const pool = new PacketPool()
  const sizes = [3, 4, 5, 12].map((mB) => mB * kB * kB)
  const packets = sizes.map((size) => pool.take(size))
  for (const packet of packets.slice(0, 3)) pool.free(packet)
  expect(sizes.slice(0, 3).map((size, at) => pool.take(size) === packets[at])).toEqual([false, false, true])
  for (const packet of packets.slice(2)) pool.free(packet)
  expect(sizes.slice(2).map((size, at) => pool.take(size) === packets[at + 2])).toEqual([true, false])
})
