import type { Clock } from '../../../src-main/core/time/clock'

/** A clock that only a test moves. Timers run in the order of their times, each at its own time. */
export interface FakeClock extends Clock {
  /** Moves time on by `ms`, and runs the timers that become due. */
  advance(ms: number): void
  /** Moves the wall clock alone: it is set, or the machine sleeps while monotonic time stops. */
  setWall(byMs: number): void
  /** Moves to the next timer and runs it. @returns false when none is set */
  runNext(): boolean
  /** Timers that are set. */
  readonly pending: number
}

interface Timer {
  at: number
  run: () => void
}

const epoch = Date.UTC(2030, 0, 1)

export function createFakeClock(): FakeClock {
  // Not zero, so that nothing passes by taking "never" for the start.
  let time = 5000
  let wall = epoch
  const timers = new Set<Timer>()

  const nextTimer = () =>
    [...timers].reduce<Timer | null>((first, timer) => (!first || timer.at < first.at ? timer : first), null)
  const fire = (timer: Timer) => {
    timers.delete(timer)
    time = Math.max(time, timer.at)
    timer.run()
  }

  return {
    now: () => wall + time,
    monotonic: () => time,
    after(ms, run) {
      const timer = { at: time + Math.max(0, ms), run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms) {
      const end = time + ms
      for (let timer = nextTimer(); timer && timer.at <= end; timer = nextTimer()) fire(timer)
      time = end
    },
    setWall(byMs) {
      wall += byMs
    },
    runNext() {
      const timer = nextTimer()
      if (timer) fire(timer)
      return timer !== null
    },
    get pending() {
      return timers.size
    },
  }
}
