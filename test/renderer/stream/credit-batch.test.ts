import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Credit } from '../../../src-shared/bridge/frame-packet'
import { createCreditBatch } from '../../../src-renderer/stream/credit-batch'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('sends credits of one turn in one message, and each once', async () => {
  const sent: Credit[][] = []
  const batch = createCreditBatch((credits) => sent.push(credits))
  batch.give({ tile: 1, number: 7 })
  batch.give({ tile: 2, number: 3 })
  await vi.advanceTimersByTimeAsync(0)
  batch.give({ tile: 1, number: 8 })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([
    [
      { tile: 1, number: 7 },
      { tile: 2, number: 3 },
    ],
    [{ tile: 1, number: 8 }],
  ])
})
