import { describe, expect, it } from 'vitest'
import { createSteeredClock } from './steered-clock'

describe('the steered clock', () => {
  it('follows the machine’s clock', async () => {
    const clock = createSteeredClock()
    const begun = performance.now()
    await new Promise<void>((resolve) => void clock.after(30, resolve))
    expect(performance.now() - begun).toBeGreaterThan(25)
  })

  it('runs due timers in order, each at its own time', () => {
    const clock = createSteeredClock()
    const begun = clock.monotonic()
    const ran: [string, number][] = []
    const note = (name: string) => ran.push([name, Math.round((clock.monotonic() - begun) / 1000)])
    clock.after(7_200_000, () => note('two hours'))
    clock.after(3_600_000, () => {
      note('an hour')
      clock.after(1_800_000, () => note('half an hour later'))
    })
    clock.after(4_000_000, () => note('called off'))()
    clock.skip(7_200_001)
    expect(ran).toEqual([
      ['an hour', 3600],
      ['half an hour later', 5400],
      ['two hours', 7200],
    ])
    expect(clock.now() - Date.now()).toBeGreaterThan(7_199_000)
  })

  it('fires a running timer when the rest of its wait is skipped', async () => {
    const clock = createSteeredClock()
    const fired = new Promise<void>((resolve) => void clock.after(60_000, resolve))
    clock.skip(59_990)
    await fired
  })

  it('never goes backwards', () => {
    const clock = createSteeredClock()
    const before = clock.monotonic()
    clock.skip(0)
    expect(clock.monotonic()).toBeGreaterThanOrEqual(before)
  })
})
