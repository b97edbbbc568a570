import { describe, expect, it } from 'vitest'
import { createThrottle } from '../../../src-main/core/time/throttle'
import { createFakeClock } from './fake-clock'

describe('calls that are limited', () => {
  const make = (everyMs: number) => {
    const clock = createFakeClock()
    const calls: number[] = []
    return { clock, calls, throttle: createThrottle(clock, everyMs, () => calls.push(clock.monotonic())) }
  }

  it('are made at once, and then one in each span, the last one included', () => {
    const { clock, calls, throttle } = make(250)
    const began = clock.monotonic()
    for (let time = 0; time < 100; time++) {
      throttle.note()
      clock.advance(10)
    }
    clock.advance(250)
    expect(calls.map((at) => at - began)).toEqual([0, 250, 500, 750, 1000])
  })

  it('are not made once it is closed', () => {
    const { clock, calls, throttle } = make(250)
    throttle.note()
    throttle.note()
    throttle.close()
    throttle.note()
    clock.advance(1000)
    expect(calls).toHaveLength(1)
  })
})
