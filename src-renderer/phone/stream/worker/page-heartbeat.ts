const askEveryMs = 100
// A page that is busy for less delays no picture.
const patienceMs = 200

/** Watches whether the page's main thread keeps up with the worker. */
export interface PageHeartbeat {
  /** Resolves at once while the page answers, else when it answers again. */
  next(): Promise<void>
  /** Takes the page's answer. */
  answer(): void
}

/**
 * Stops painting while the page's main thread is blocked: its canvases would queue pictures, hundreds of MB on a whole
 * wall. Only painting asks, so that still screens do not wake the page.
 * @param ask asks the page's main thread for an answer
 * @param now in ms
 */
export function createPageHeartbeat(ask: () => void, now: () => number): PageHeartbeat {
  let askedAt = -Infinity
  let isAnswered = true
  let waiting: (() => void)[] = []

  return {
    next() {
      const since = now() - askedAt
      if (isAnswered && since >= askEveryMs) {
        isAnswered = false
        askedAt = now()
        ask()
      } else if (!isAnswered && since >= patienceMs) {
        return new Promise((resolve) => waiting.push(resolve))
      }
      return Promise.resolve()
    },
    answer() {
      isAnswered = true
      const released = waiting
      waiting = []
      for (const go of released) go()
    },
  }
}
