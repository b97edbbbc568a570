import type { CancelTimer, Clock } from './clock'

const lookEveryMs = 1000
// A busy machine is late by less.
const jumpMs = 3000

/**
 * A clock whose monotonic time and timers continue during sleep, even where the machine's own stop: timers that fell due
 * run on waking, the others wait for the rest. No timer runs early by `monotonic`, as the machine's do by part of a ms.
 */
export interface SteadyClock extends Clock {
  /** Stops looking for sleep; timers stay. */
  close(): void
}

interface Timer {
  dueAt: number
  run: () => void
  cancel: CancelTimer
}

/**
 * @param onJump called after sleep or when the wall clock was set: shown times and sockets need a look. A clock set
 * forward looks like sleep, which only makes attempts early; one set back changes no wait.
 */
export function createSteadyClock(clock: Clock, onJump: () => void): SteadyClock {
  const timers = new Set<Timer>()
  let slept = 0
  let cancelLook: CancelTimer = () => undefined

  const monotonic = () => clock.monotonic() + slept
  const arm = (timer: Timer) => {
    timer.cancel = clock.after(Math.max(0, timer.dueAt - monotonic()), () => {
      if (monotonic() < timer.dueAt) {
        arm(timer)
        return
      }
      timers.delete(timer)
      timer.run()
    })
  }
  const wake = () => {
    for (const timer of [...timers].sort((a, b) => a.dueAt - b.dueAt)) {
      timer.cancel()
      arm(timer)
    }
  }

  const look = (wall: number, awake: number) => {
    cancelLook = clock.after(lookEveryMs, () => {
      const passed = clock.monotonic() - awake
      const missed = clock.now() - wall - passed
      look(clock.now(), clock.monotonic())
      if (missed >= jumpMs) {
        slept += missed
        wake()
      }
      if (passed - lookEveryMs >= jumpMs || Math.abs(missed) >= jumpMs) onJump()
    })
  }
  look(clock.now(), clock.monotonic())

  return {
    now: () => clock.now(),
    monotonic,
    after(ms, run) {
      const timer: Timer = { dueAt: monotonic() + Math.max(0, ms), run, cancel: () => undefined }
      timers.add(timer)
      arm(timer)
      return () => {
        timers.delete(timer)
        timer.cancel()
      }
    },
    close: () => cancelLook(),
  }
}
