import type { Clock } from '../../src-main/core/time/clock'

/** Real time that a test can move on: hours pass at once, and sockets keep working. */
export interface SteeredClock extends Clock {
  /** Moves time on by `ms` and runs due timers, each at its own time. */
  skip(ms: number): void
  /** Moves only the wall clock by `ms`, forward or back. */
  setWall(ms: number): void
}

interface Timer {
  at: number
  run: () => void
}

const longestTimerMs = 2 ** 31 - 1

export function createSteeredClock(): SteeredClock {
  const timers = new Set<Timer>()
  let offset = 0
  let wallOffset = 0
  let armed: NodeJS.Timeout | undefined

  const monotonic = () => performance.now() + offset
  const first = () =>
    [...timers].reduce<Timer | null>(
      (earliest, timer) => (earliest && earliest.at <= timer.at ? earliest : timer),
      null,
    )

  const runDue = (until: number) => {
    for (let timer = first(); timer && timer.at <= until; timer = first()) {
      timers.delete(timer)
      offset += Math.max(0, timer.at - monotonic())
      timer.run()
    }
  }
  const arm = () => {
    clearTimeout(armed)
    const next = first()
    if (!next) return
    armed = setTimeout(
      () => {
        runDue(monotonic())
        arm()
      },
      Math.min(longestTimerMs, Math.max(0, next.at - monotonic())),
    )
  }

  return {
    now: () => Date.now() + offset + wallOffset,
    monotonic,
    after(ms, run) {
      const timer = { at: monotonic() + Math.max(0, ms), run }
      timers.add(timer)
      arm()
      return () => {
        timers.delete(timer)
        arm()
      }
    },
    setWall(ms) {
      wallOffset += ms
    },
    skip(ms) {
      const end = monotonic() + ms
      runDue(end)
      offset += Math.max(0, end - monotonic())
      arm()
    },
  }
}
