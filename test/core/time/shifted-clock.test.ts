import { expect, it } from 'vitest'
import { nowOffsetMs, shiftedClock } from '../../../src-main/core/time/shifted-clock'
import { createFakeClock } from './fake-clock'

it('a shifted clock is ahead by the wall, and waits as long as the other', () => {
  const clock = createFakeClock()
  const shifted = shiftedClock(clock, nowOffsetMs({ FLEETWALL_NOW_OFFSET: '-5000' }))
  const fired: number[] = []
  shifted.after(1000, () => fired.push(shifted.now()))
  clock.advance(1000)
  expect(fired).toEqual([clock.now() - 5000])
})

it.each([{}, { FLEETWALL_NOW_OFFSET: 'soon' }])('the clock is not shifted by %o', (env) =>
  expect(nowOffsetMs(env)).toBe(0),
)
