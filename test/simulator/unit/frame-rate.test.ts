import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FrameFanOut } from '../../../src-simulator/screens/frame-fan-out'
import { RecordingFactory } from '../recording-handset'
import { startTestService, until } from '../service'

describe('4.10 fps', () => {
  it.each([
    ['', 20],
    ['&fps=', 20],
    ['&fps=many', 20],
    ['&fps=5', 5],
    ['&fps=1', 1],
    ['&fps=0', 1],
    ['&fps=-3', 1],
    ['&fps=0.5', 1],
    ['&fps=20', 20],
    ['&fps=21', 20],
    ['&fps=1e999', 20],
  ])('for the query "%s" are %i at a service limit of 20', async (query, fps) => {
    const factory = new RecordingFactory()
    const service = await startTestService({ stream: { max_fps: 20 } }, factory)
    try {
      await service.socket('stream', { query }).opened()
      const watched = await until(
        'it watches',
        () => factory.calls('watch'),
        ({ length }) => length > 0,
      )
      expect(watched).toEqual([['watch', fps]])
    } finally {
      await service.close()
    }
  })
})

describe('4.10 a frame-rate cap', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('applies to each stream, with the first frame at once and the newest last', async () => {
    const fanOut = new FrameFanOut(() => undefined)
    const seen: Record<number, string[]> = { 5: [], 20: [] }
    for (const [fps, frames] of Object.entries(seen)) {
      fanOut.add((jpeg) => frames.push(jpeg.toString()), Number(fps))
    }
    await Promise.resolve()
    for (let frame = 0; frame < 100; frame++) {
      fanOut.publish(Buffer.from(`${frame}`))
      if (frame === 0) expect(seen).toEqual({ 5: ['0'], 20: ['0'] })
      vi.advanceTimersByTime(10)
    }
    vi.advanceTimersByTime(1000)
    expect(seen[5]).toHaveLength(6)
    expect(seen[20]).toHaveLength(21)
    for (const frames of Object.values(seen)) expect(frames.at(-1)).toBe('99')
    fanOut.end()
  })
})
