import type { CancelTimer, Clock } from './clock'

const lookEveryMs = 1000
// A busy machine is late too, but not by this.
const jumpMs = 3000

/**
 * A clock whose monotonic time and timers go on while the machine sleeps, also where the machine's own stand still: what
 * became due in the sleep runs when it is over, and what did not waits for the rest. No timer runs before its time by
 * `monotonic`, as the machine's do by a part of a ms.
 */
export interface SteadyClock extends Clock {
  /** Ends the watch; timers that are set stay. */
  close(): void
}

interface Timer {
  dueAt: number
  run: () => void
  cancel: CancelTimer
}

/**
 * @param onJump told when time has passed that was not waited for, or the wall clock was set: what was shown by it, and
 * the sockets, are to be looked after. A wall clock that is set forward looks like a sleep; what is tried too early does no
 * harm. One that is set back changes no wait.
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
