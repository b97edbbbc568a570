import { expect, it } from 'vitest'
import { createLateness } from '../../../src-main/core/rules/lateness'
import { createFakeClock } from '../time/fake-clock'

it('lateness is the longest wait of the last minute or two, and ends with it', () => {
  const clock = createFakeClock()
  const told: number[] = []
  const lateness = createLateness(clock, () => told.push(lateness.ms))
  for (const waitedMs of [4999, 20_000, 8000]) lateness.note(waitedMs)
  clock.advance(30_000)
  lateness.note(9000)
  clock.advance(30_000)
  lateness.note(6000)
  clock.advance(60_000)
  expect(lateness.ms).toBe(6000)
  clock.advance(60_000)
  expect([told, clock.pending]).toEqual([[20_000, 6000, 0], 0])
})
