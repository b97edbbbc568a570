import { describe, expect, it } from 'vitest'
import { createCrashLimit } from '../../src-main/shell-electron/crash-limit'
import { createFakeClock } from '../core/base/fake-clock'

describe('a page that crashes', () => {
  it('is loaded anew by itself, but not at the third time within a minute', () => {
    const clock = createFakeClock()
    const limit = createCrashLimit(clock)
    expect(limit.crashed()).toBe(true)
    clock.advance(30_000)
    expect(limit.crashed()).toBe(true)
    clock.advance(29_999)
    expect(limit.crashed()).toBe(false)
  })

  it('is so for ever where a minute has never seen more than two of its crashes', () => {
    const clock = createFakeClock()
    const limit = createCrashLimit(clock)
    for (let crash = 0; crash < 10; crash += 1) {
      expect(limit.crashed(), `crash ${crash}`).toBe(true)
      clock.advance(30_000)
    }
  })

  it('is asked about at once where it crashes again right after it was, and no more a minute later', () => {
    const clock = createFakeClock()
    const limit = createCrashLimit(clock)
    for (let crash = 0; crash < 3; crash += 1) limit.crashed()
    clock.advance(1000)
    expect(limit.crashed()).toBe(false)
    clock.advance(60_000)
    expect(limit.crashed()).toBe(true)
  })
})
