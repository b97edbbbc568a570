import { expect, it } from 'vitest'
import { Hold } from '../../../src-main/core/service/hold'
import { createFakeClock } from '../time/fake-clock'

it('listens to the request that asks sooner alone, whatever others hear', () => {
  const clock = createFakeClock()
  const hold = new Hold(clock)
  const inMs = (ms: number) => clock.monotonic() + ms
  hold.set(inMs(1000), 'a')
  hold.hurry()
  hold.set(inMs(2000), 'b')
  expect(hold.asksNext, 'a refusal of one under way').toBe(true)
  hold.sent('c')
  hold.unheard('a')
  expect(hold.passed('b')).toBe(false)
  hold.set(inMs(3000), 'b')
  expect([hold.isAsked, hold.isOn]).toEqual([true, true])
  expect(hold.passed('c')).toBe(true)
  expect([hold.isAsked, hold.isOn]).toEqual([false, false])
})

it('lets another request ask when the one that should was not sent', () => {
  const clock = createFakeClock()
  const hold = new Hold(clock)
  hold.set(clock.monotonic() + 1000, 'a')
  hold.hurry()
  hold.sent('a')
  hold.unheard('a')
  hold.hurry()
  expect(hold.asksNext).toBe(true)
})
