const askEveryMs = 100
// A page that is only busy for a moment delays no picture.
const patienceMs = 200

/** Whether the page's main thread follows what the worker paints. */
export interface PageHeartbeat {
  /** Resolves at once while the page answers, else when it does again. */
  next(): Promise<void>
  /** The page has answered. */
  answer(): void
}

/**
 * A canvas keeps pictures for a page whose main thread is blocked, hundreds of MB of them on a whole wall, so that it
 * is not painted then. Only what is painted asks: still screens do not wake the page.
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
