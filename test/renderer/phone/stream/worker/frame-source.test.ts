import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unpackCredits } from '../../../../../src-shared/bridge/frame-packet'
import { portSource, socketSource } from '../../../../../src-renderer/phone/stream/worker/frame-source'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('sends the credits of one turn in one message, and each once', async () => {
  const sent: unknown[] = []
  const port = { postMessage: (message: ArrayBuffer) => sent.push(unpackCredits(message)) }
  const source = portSource(port as unknown as MessagePort, () => undefined)
  source.credit({ tile: 1, number: 7 })
  source.credit({ tile: 2, number: 3 })
  await vi.advanceTimersByTimeAsync(0)
  source.credit({ tile: 1, number: 8 })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([
    [
      { tile: 1, number: 7 },
      { tile: 2, number: 3 },
    ],
    [{ tile: 1, number: 8 }],
  ])
})

it('keeps what it asks for until its WebSocket is open', async () => {
  const sent: unknown[] = []
  let open: () => void = () => undefined
  class Socket {
    static OPEN = 1
    readyState = 0
    addEventListener = (_type: 'open', listener: () => void) => (open = listener)
    send = (message: ArrayBuffer) => sent.push(unpackCredits(message))
  }
  const socket = new Socket()
  vi.stubGlobal(
    'WebSocket',
    Object.assign(
      function make() {
        return socket
      },
      { OPEN: 1 },
    ),
  )
  const source = socketSource('ws://127.0.0.1/frames', () => undefined)
  source.credit({ tile: 1, number: 0 })
  await vi.advanceTimersByTimeAsync(10)
  source.credit({ tile: 2, number: 0 })
  expect(sent).toEqual([])
  socket.readyState = Socket.OPEN
  open()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([
    [
      { tile: 1, number: 0 },
      { tile: 2, number: 0 },
    ],
  ])
  vi.unstubAllGlobals()
})
