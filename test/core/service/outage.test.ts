import { beforeEach, describe, expect, it } from 'vitest'
import { createOutage, type Outage } from '../../../src-main/core/service/outage'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

describe('outage', () => {
  let clock: FakeClock
  let outage: Outage<string>

  beforeEach(() => {
    clock = createFakeClock()
    outage = createOutage(clock, () => 0.5)
  })
  const waitMs = () => outage.nextAt - clock.monotonic()

  it('does not begin while everything answers', () => {
    outage.sent('a')
    expect(outage).toMatchObject({ nextAt: 0, isProbed: false })
    expect(outage.heard()).toBe(false)
  })

  it('begins with the first unanswered request; others under way add no wait', () => {
    outage.unheard('a')
    expect(waitMs()).toBe(500)
    outage.unheard('b')
    expect(waitMs()).toBe(500)
  })

  it('waits longer after each unanswered probe', () => {
    outage.unheard('a')
    const waits = ['b', 'c', 'a'].map((one) => {
      clock.advance(waitMs())
      outage.sent(one)
      expect(outage.isProbed).toBe(true)
      outage.unheard(one)
      outage.back(one)
      expect(outage.isProbed).toBe(false)
      return waitMs()
    })
    expect(waits).toEqual([1000, 2000, 4000])
  })

  it('keeps its probe when another request ends', () => {
    outage.unheard('a')
    outage.sent('b')
    outage.back('a')
    expect(outage.isProbed).toBe(true)
  })

  it('ends with the first answer; the next one begins with the shortest wait', () => {
    outage.unheard('a')
    outage.sent('b')
    outage.unheard('b')
    expect(outage.heard()).toBe(true)
    expect(outage).toMatchObject({ nextAt: 0, isProbed: false })
    outage.unheard('c')
    expect(waitMs()).toBe(500)
  })
})
