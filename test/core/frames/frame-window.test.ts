import { describe, expect, it } from 'vitest'
import { createFrameWindow } from '../../../src-main/core/frames/frame-window'
import { createFakeClock } from '../base/fake-clock'

describe('how many frames may be under way to a page', () => {
  const paint = (window: ReturnType<typeof createFrameWindow>, frames: number) => {
    for (let frame = 0; frame < frames; frame += 1) window.painted()
  }

  it('is what the page paints in 70 ms, and 16 of a page that has painted nothing', () => {
    const window = createFrameWindow(createFakeClock())
    expect(window.size).toBe(16)
    paint(window, 14)
    expect(window.size).toBe(16)
    paint(window, 1)
    expect(window.size).toBe(17)
    paint(window, 185)
    expect(window.size).toBe(30)
  })

  it('goes by the last second', () => {
    const clock = createFakeClock()
    const window = createFrameWindow(clock)
    paint(window, 200)
    clock.advance(600)
    paint(window, 100)
    expect(window.size).toBe(37)
    clock.advance(400)
    expect(window.size).toBe(23)
    clock.advance(600)
    expect(window.size).toBe(16)
  })
})
