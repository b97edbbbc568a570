import { expect, it } from 'vitest'
import { createRateWindow } from '../../../src-main/core/time/rate-window'
import { createFakeClock } from './fake-clock'

it('keeps a request’s place until a whole span after its end', () => {
  const clock = createFakeClock()
  const window = createRateWindow(clock, 2, 1000)
  const [first, second] = [window.enter(), window.enter()]
  expect([window.enter(), window.waitMs()]).toEqual([null, Infinity])
  clock.advance(500)
  first?.()
  clock.advance(300)
  second?.()
  expect([window.enter(), window.waitMs()]).toEqual([null, 700])
  clock.advance(700)
  expect(window.waitMs()).toBe(0)
  expect(window.enter()).not.toBeNull()
  expect(window.waitMs()).toBe(300)
})
