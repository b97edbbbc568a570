import { beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '../../src-main/core/clock'
import { watchWake } from '../../src-main/core/wake-watch'
import { createFakeClock, type FakeClock } from './fake-clock'

describe('the end of a sleep', () => {
  let clock: FakeClock
  let sleptMs: number
  let wakes: number[]
  let end: () => void

  beforeEach(() => {
    clock = createFakeClock()
    sleptMs = 0
    wakes = []
    // Monotonic time stands still in sleep, as on Linux.
    const machine: Clock = {
      now: () => clock.now() + sleptMs,
      monotonic: () => clock.monotonic(),
      after: (ms, run) => clock.after(ms, run),
    }
    end = watchWake(machine, () => wakes.push(clock.monotonic()))
  })

  it('is told within a second, once, and again after the next one', () => {
    const awake = clock.monotonic()
    clock.advance(10_500)
    sleptMs += 3_600_000
    clock.advance(1000)
    expect(wakes).toEqual([awake + 11_000])
    clock.advance(60_000)
    sleptMs += 5000
    clock.advance(1000)
    expect(wakes).toHaveLength(2)
  })

  it('is not seen in a day that is awake, a late timer, or a clock that is set back', () => {
    clock.advance(24 * 3_600_000)
    sleptMs += 2900
    clock.advance(1000)
    sleptMs -= 3_600_000
    clock.advance(1000)
    expect(wakes).toEqual([])
  })

  it('is no longer looked for once the watch is over', () => {
    end()
    expect(clock.pending).toBe(0)
  })
})
