import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPaintTurns } from '../../../src-renderer/stream/paint-turns'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function painting() {
  const turns = createPaintTurns()
  const startedAt = performance.now()
  const painted: [string, number][] = []
  const paint = (name: string, prompt = false) =>
    void turns.next(prompt).then(() => painted.push([name, performance.now() - startedAt]))
  return { paint, painted }
}

describe('PaintTurns', () => {
  it('paints thumbnails that come within a few ms of each other together', async () => {
    const { paint, painted } = painting()
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
    const { paint, painted } = painting()
    for (let index = 0; index < 100; index += 1) {
      paint('a')
      await vi.advanceTimersByTimeAsync(10)
    }
    const times = new Set(painted.map(([, at]) => at))
    expect([...times].length).toBeGreaterThanOrEqual(19)
    expect([...times].length).toBeLessThanOrEqual(20)
  })

  it('does not let the next one wait when the last turn is long ago', async () => {
    const { paint, painted } = painting()
    paint('a')
    await vi.advanceTimersByTimeAsync(500)
    paint('b')
    await vi.advanceTimersByTimeAsync(6)
    expect(painted.at(-1)).toEqual(['b', 506])
  })

  it('paints what is prompt at once', async () => {
    const { paint, painted } = painting()
    paint('a')
    paint('hand', true)
    await vi.advanceTimersByTimeAsync(0)
    expect(painted).toEqual([['hand', 0]])
  })
})
