import { describe, expect, it } from 'vitest'
import { createVideoTimes } from '../../../../../src-renderer/features/captures/convert/video-times'

describe('the times of a video', () => {
  it('last until the next frame, over gaps, and until the end', () => {
    const times = createVideoTimes<string>()
    expect(times.next('a', 0)).toEqual([])
    expect(times.next('b', 40)).toEqual([{ frame: 'a', at: 0, ms: 40 }])
    expect(times.next('c', 90_040)).toEqual([{ frame: 'b', at: 40, ms: 90_000 }])
    expect(times.end(90_100)).toEqual([{ frame: 'c', at: 90_040, ms: 60 }])
  })

  it('keep an order where a recording has none, within 1 ms', () => {
    const times = createVideoTimes<string>()
    times.next('a', 10)
    expect(times.next('b', 10)).toEqual([{ frame: 'a', at: 10, ms: 0.25 }])
    expect(times.end(0)).toEqual([{ frame: 'b', at: 10.25, ms: 0.25 }])
  })

  it('repeat a frame that stands for hours, each hour', () => {
    const times = createVideoTimes<string>()
    times.next('a', 0)
    const hour = 3_600_000
    expect(times.next('b', 2.5 * hour)).toEqual([
      { frame: 'a', at: 0, ms: hour },
      { frame: 'a', at: hour, ms: hour },
      { frame: 'a', at: 2 * hour, ms: hour / 2 },
    ])
  })

  it('repeat a frame when its caption changes', () => {
    const times = createVideoTimes<string>((at) => Math.floor(at / 1000) * 1000 + 1000)
    times.next('a', 700)
    expect(times.end(2100)).toEqual([
      { frame: 'a', at: 700, ms: 300 },
      { frame: 'a', at: 1000, ms: 1000 },
      { frame: 'a', at: 2000, ms: 100 },
    ])
  })

  it('have no times without a frame', () => {
    expect(createVideoTimes<string>().end(100)).toEqual([])
  })
})
