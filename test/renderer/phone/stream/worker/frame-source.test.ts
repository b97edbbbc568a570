import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unpackCredits } from '../../../../../src-shared/bridge/frame-packet'
import { portSource } from '../../../../../src-renderer/phone/stream/worker/frame-source'

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
