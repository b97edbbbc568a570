import { PassThrough } from 'node:stream'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { readSlowly } from '../../../../src-main/core/door/socket/read-slowly'
import { createFakeClock } from '../../time/fake-clock'

const mebibyte = 1024 * 1024

it('reads at most 4 MiB a second from a program', async () => {
  const clock = createFakeClock()
  const socket = new PassThrough({ highWaterMark: 100 * mebibyte })
  let bytes = 0
  socket.on('data', (chunk: Buffer) => (bytes += chunk.byteLength))
  readSlowly(socket as unknown as Socket, clock)
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  for (let part = 0; part < 12; part += 1) socket.write(Buffer.alloc(mebibyte))
  await turns()
  expect(bytes).toBe(5 * mebibyte)
  clock.advance(1000)
  await turns()
  expect(bytes).toBe(10 * mebibyte)
  clock.advance(1000)
  await turns()
  expect(bytes).toBe(12 * mebibyte)
})
