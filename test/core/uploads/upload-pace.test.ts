import { beforeEach, describe, expect, it } from 'vitest'
import { createUploadMeter, type UploadMeter } from '../../../src-main/core/uploads/upload-pace'
import { createFakeClock, type FakeClock } from '../base/fake-clock'

describe('the pace of uploads', () => {
  let clock: FakeClock
  let meter: UploadMeter

  beforeEach(() => {
    clock = createFakeClock()
    meter = createUploadMeter(clock)
  })

  /** Sends a file at so many bytes a ms, with 100 ms before it and 200 ms behind. */
  const send = (ms: number, bytesPerMs: number) => {
    const one = meter.begin(ms * bytesPerMs)
    clock.advance(100)
    one.sent(0)
    for (let passed = 10; passed <= ms; passed += 10) {
      clock.advance(10)
      one.sent(passed * bytesPerMs)
    }
    clock.advance(200)
    one.end(true)
  }

  it('is not known before anything is sent', () => {
    expect(meter.pace).toEqual({ bytesPerMs: null, besidesMs: null, meanBytes: 0 })
  })

  it('is the bytes by the time in which they were sent, and the rest of the time by itself', () => {
    send(10_000, 50)
    expect(meter.pace.bytesPerMs).toBeCloseTo(50)
    expect(meter.pace).toMatchObject({ besidesMs: 300, meanBytes: 500_000 })
  })

  it('is not known by a few bytes, however long they took', () => {
    const one = meter.begin(1_000_000)
    one.sent(0)
    clock.advance(1000)
    one.sent(5)
    expect(meter.pace.bytesPerMs).toBeNull()
    clock.advance(1000)
    one.sent(20_000)
    expect(meter.pace.bytesPerMs).toBeCloseTo(10, 0)
  })

  it('is that of each of several at once', () => {
    const several = [1, 2, 3, 4].map(() => meter.begin(10_000_000))
    for (const one of several) one.sent(0)
    for (let step = 1; step <= 100; step += 1) {
      clock.advance(10)
      for (const one of several) one.sent(step * 100)
    }
    expect(meter.pace.bytesPerMs).toBeCloseTo(10)
  })

  it('follows what has become of it', () => {
    send(60_000, 50)
    send(120_000, 5)
    expect(meter.pace.bytesPerMs).toBeGreaterThan(5)
    expect(meter.pace.bytesPerMs).toBeLessThan(8)
  })

  it('stays as it is while an answer is waited for', () => {
    const one = meter.begin(100_000)
    one.sent(0)
    clock.advance(1000)
    one.sent(100_000)
    clock.advance(60_000)
    expect(meter.pace.bytesPerMs).toBeCloseTo(100)
    one.end(true)
    expect(meter.pace.besidesMs).toBe(60_000)
  })

  it('goes down while one stands still, and comes back when that one is over', () => {
    const one = meter.begin(10_000_000)
    one.sent(0)
    clock.advance(1000)
    one.sent(100_000)
    expect(meter.pace.bytesPerMs).toBeCloseTo(100)
    clock.advance(9000)
    expect(meter.pace.bytesPerMs).toBeLessThan(10)
    one.end(false)
    expect(meter.pace.bytesPerMs).toBeCloseTo(100)
    expect(meter.pace.besidesMs, 'it was not through').toBeNull()
  })
})
