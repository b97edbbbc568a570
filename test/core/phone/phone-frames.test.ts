import { beforeEach, describe, expect, it } from 'vitest'
import type { StreamFrame } from '../../../src-main/core/frames/frame-slot'
import { PhoneFrames } from '../../../src-main/core/phone/phone-frames'
import { jpegHeaders } from '../../renderer/phone/stream/jpeg'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const badFrame = Buffer.from('<html>')

describe('the frames of a phone', () => {
  let clock: FakeClock
  let taken: StreamFrame[]
  let changes: number
  let frames: PhoneFrames

  beforeEach(() => {
    clock = createFakeClock()
    taken = []
    changes = 0
    frames = new PhoneFrames({
      clock,
      onFrame: (frame) => taken.push(frame),
      onChange: () => (changes += 1),
    })
  })

  const take = (...messages: Uint8Array[]) => {
    for (const message of messages) frames.take(Buffer.from(message), clock.now())
  }

  it('are unreadable after a second without one that is not, until the next', () => {
    take(badFrame, jpegHeaders(100, 200))
    clock.advance(5000)
    expect(frames.state.isUnreadable, 'one among good ones does not count').toBe(false)
    take(badFrame, badFrame)
    clock.advance(1000)
    expect(frames.state.isUnreadable).toBe(true)
    take(jpegHeaders(101, 200))
    expect(frames.state).toMatchObject({ isUnreadable: false, snapshot: { width: 101, height: 200 } })
  })

  it('are dropped when they are far larger than the screen', () => {
    frames.fit({ snapshot: { width: 100, height: 200 }, logical: { width: 50, height: 100 } })
    take(jpegHeaders(200, 200), jpegHeaders(1000, 2000))
    expect(taken.map(({ size }) => size)).toEqual([{ width: 200, height: 200 }])
  })

  it('are the same object when one is sent again, also by the next stream', () => {
    take(jpegHeaders(100, 200), jpegHeaders(100, 200))
    frames.end()
    take(jpegHeaders(100, 200))
    expect(taken).toHaveLength(3)
    expect(new Set(taken).size).toBe(1)
  })

  it('give back the bytes that are not needed, and keep those of the newest', () => {
    const [first, equal, next] = [100, 100, 101].map((width) => Buffer.from(jpegHeaders(width, 200)))
    const give = (bytes = badFrame) => frames.take(bytes, clock.now())
    expect(give(first)).toBeUndefined()
    expect(give(equal)).toBe(equal)
    expect(give(badFrame)).toBe(badFrame)
    expect(give(next)).toBe(first)
    expect(taken.at(-1)?.jpeg).toBe(next)
  })

  it('change their size at most four times a second for others, and report the last', () => {
    take(jpegHeaders(300, 200))
    clock.advance(250)
    const before = changes
    for (let width = 301; width <= 340; width++) take(jpegHeaders(width, 200))
    expect(changes - before).toBeLessThanOrEqual(1)
    clock.advance(250)
    expect(frames.state.snapshot?.width).toBe(340)
    expect(changes - before).toBeGreaterThan(0)
    expect(changes - before).toBeLessThanOrEqual(2)
  })
})
