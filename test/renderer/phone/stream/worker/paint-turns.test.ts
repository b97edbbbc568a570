import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPaintTurns } from '../../../../../src-renderer/phone/stream/worker/paint-turns'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function harness() {
  const turns = createPaintTurns(() => true)
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

  it('paints thumbnails 20 times a second, those of other workers at the same times', async () => {
    const [one, other] = [harness(), harness()]
    other.paint('a')
    await vi.advanceTimersByTimeAsync(20)
    for (let index = 0; index < 100; index += 1) {
      for (const { paint } of [one, other]) paint('a')
      await vi.advanceTimersByTimeAsync(10)
    }
    const [times, others] = [one, other].map(({ painted }) => [...new Set(painted.map(([, at]) => at))])
    expect(times?.length).toBeGreaterThanOrEqual(20)
    expect(times?.length).toBeLessThanOrEqual(21)
    expect(others?.slice(-15)).toEqual(times?.slice(-15))
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
