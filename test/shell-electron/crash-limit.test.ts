import { describe, expect, it } from 'vitest'
import { createCrashLimit } from '../../src-main/shell-electron/crash-limit'
import { createFakeClock } from '../core/time/fake-clock'

describe('a crashed page', () => {
  it('reloads on its own until the third crash within a minute', () => {
    const clock = createFakeClock()
    const mayReload = createCrashLimit(clock)
    expect(mayReload()).toBe(true)
    clock.advance(30_000)
    expect(mayReload()).toBe(true)
    clock.advance(29_999)
    expect(mayReload()).toBe(false)
  })

  it('keeps reloading when no minute has three crashes', () => {
    const clock = createFakeClock()
    const mayReload = createCrashLimit(clock)
    for (let crash = 0; crash < 10; crash += 1) {
      expect(mayReload(), `crash ${crash}`).toBe(true)
      clock.advance(30_000)
    }
  })

  it('reloads on its own again a minute after its crashes', () => {
    const clock = createFakeClock()
    const mayReload = createCrashLimit(clock)
    for (let crash = 0; crash < 3; crash += 1) mayReload()
    clock.advance(1000)
    expect(mayReload()).toBe(false)
    clock.advance(60_000)
    expect(mayReload()).toBe(true)
  })
})
