import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPaintTurns } from '../../../../../src-renderer/phone/stream/worker/paint-turns'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function harness() {
  const turns = createPaintTurns()
  const startedAt = performance.now()
  const painted: [string, number][] = []
  const paint = (name: string) =>
    void turns.next().then(() => painted.push([name, performance.now() - startedAt]))
  return { paint, painted }
}

describe('PaintTurns', () => {
  it('paints thumbnails of a few ms together', async () => {
    const { paint, painted } = harness()
    paint('a')
    await vi.advanceTimersByTimeAsync(4)
    paint('b')
    await vi.advanceTimersByTimeAsync(2)
    expect(painted).toEqual([
      ['a', 6],
      ['b', 6],
    ])
  })

  it('paints thumbnails at most 20 times a second', async () => {
    const { paint, painted } = harness()
    for (let index = 0; index < 100; index += 1) {
      paint('a')
      await vi.advanceTimersByTimeAsync(10)
    }
    const times = new Set(painted.map(([, at]) => at))
    expect([...times].length).toBeGreaterThanOrEqual(19)
    expect([...times].length).toBeLessThanOrEqual(20)
  })

  it('gathers for 6 ms alone when the last turn is long ago', async () => {
    const { paint, painted } = harness()
    paint('a')
    await vi.advanceTimersByTimeAsync(500)
    paint('b')
    await vi.advanceTimersByTimeAsync(6)
    expect(painted.at(-1)).toEqual(['b', 506])
  })
})
