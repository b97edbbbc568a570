import { beforeEach, describe, expect, it } from 'vitest'
import { createRateWindow, type RateWindow } from '../../../src-main/core/base/rate-window'
import { outlookOf, type UploadStanding } from '../../../src-main/core/uploads/upload-outlook'
import { createFakeClock, type FakeClock } from '../base/fake-clock'

describe('how a queue of uploads goes on', () => {
  let clock: FakeClock
  let window: RateWindow

  beforeEach(() => {
    clock = createFakeClock()
    window = createRateWindow(clock, 3, 60_000)
  })

  const outlook = (change: Partial<UploadStanding>) =>
    outlookOf(clock, {
      waiting: 0,
      firstDueAt: 0,
      underWay: 0,
      bytes: 0,
      restsUntil: 0,
      window,
      spanMs: 60_000,
      outage: { nextAt: 0, isProbed: false },
      pace: { bytesPerMs: 100, besidesMs: 50, meanBytes: 1000 },
      ...change,
    })
  const inMs = (ms: number) => clock.now() + ms

  it('is nothing where nothing is to come', () => {
    expect(outlook({})).toEqual({ endsInMs: null, rest: null })
  })

  it('has no rest while files go out, and none while four do', () => {
    expect(outlook({ waiting: 2, underWay: 1, bytes: 30_000 })).toEqual({ endsInMs: 150, rest: null })
    for (let each = 0; each < 3; each += 1) window.enter()?.()
    expect(outlook({ waiting: 1, underWay: 4 }).rest).toBeNull()
  })

  it('rests until the minute is over', () => {
    for (let each = 0; each < 3; each += 1) window.enter()?.()
    clock.advance(20_000)
    expect(outlook({ waiting: 1 })).toEqual({
      endsInMs: 40_050,
      rest: { because: 'minute', until: inMs(40_000) },
    })
  })

  it('rests as long as the service asks, and that is part of how long it takes', () => {
    const restsUntil = clock.monotonic() + 9000
    expect(outlook({ waiting: 1, restsUntil })).toEqual({
      endsInMs: 9050,
      rest: { because: 'rate-limited', until: inMs(9000) },
    })
  })

  it('has no end that could be told while nothing answers', () => {
    const nextAt = clock.monotonic() + 4000
    const outage = { nextAt, isProbed: false }
    expect(outlook({ waiting: 1, outage })).toEqual({
      endsInMs: null,
      rest: { because: 'unheard', until: inMs(4000) },
    })
    clock.advance(4000)
    expect(outlook({ waiting: 1, underWay: 1, outage: { nextAt, isProbed: true } })).toEqual({
      endsInMs: null,
      rest: { because: 'unheard', until: null },
    })
  })

  it('is no rest where a file waits that alone is not due', () => {
    expect(outlook({ waiting: 1, firstDueAt: clock.monotonic() + 700 })).toEqual({
      endsInMs: 750,
      rest: null,
    })
  })
})
