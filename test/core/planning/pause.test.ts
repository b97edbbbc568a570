import { beforeEach, describe, expect, it } from 'vitest'
import { Pause } from '../../../src-main/core/planning/pause'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

describe('all phones', () => {
  let clock: FakeClock
  let minutes: number
  let changes: (string | null)[]

  const pauseWith = (idleSeconds: (() => number) | null): Pause => {
    const pause: Pause = new Pause({
      clock,
      idleMinutes: () => minutes,
      idleSeconds,
      onChange: () => changes.push(pause.reason),
    })
    return pause
  }
  beforeEach(() => {
    clock = createFakeClock()
    minutes = 0
    changes = []
  })

  it('stay paused by a person while the screen is locked and unlocked', () => {
    const pause = pauseWith(null)
    pause.ask(true)
    pause.lock(true)
    pause.lock(false)
    expect(pause.reason).toBe('person')
    pause.ask(false)
    expect(changes).toEqual(['person', null])
  })

  it('pause with the lock of the screen and come back with its end', () => {
    const pause = pauseWith(null)
    pause.lock(true)
    pause.lock(true)
    pause.lock(false)
    expect(changes).toEqual(['locked', null])
  })

  it('resume when a person asks, although the screen is said to be locked', () => {
    const pause = pauseWith(null)
    pause.lock(true)
    pause.ask(false)
    expect(pause.reason).toBeNull()
  })

  it('pause once the computer had no input for the set minutes', () => {
    minutes = 5
    let seconds = 299
    const pause = pauseWith(() => seconds)
    clock.advance(2000)
    expect(pause.reason).toBeNull()
    seconds = 300
    clock.advance(2000)
    expect(pause.reason).toBe('idle')
    seconds = 0
    clock.advance(2000)
    expect(changes).toEqual(['idle', null])
  })

  it('never pause for idleness by default', () => {
    const pause = pauseWith(() => 100_000)
    clock.advance(10_000)
    expect(pause.reason).toBeNull()
  })

  it('pause without input in the pages where the computer’s is unknown', () => {
    minutes = 5
    const pause = pauseWith(null)
    clock.advance(200_000)
    pause.touched()
    clock.advance(200_000)
    expect(pause.reason).toBeNull()
    clock.advance(120_000)
    expect(pause.reason).toBe('idle')
    pause.touched()
    expect(changes).toEqual(['idle', null])
  })
})
