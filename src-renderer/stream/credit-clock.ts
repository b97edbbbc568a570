import type { Credit } from '../../src-shared/bridge/frame-packet'

// Credits this close together go back in one message, and so bring their next frames in one message.
const gatherMs = 6

export interface CreditClock {
  /** Gives the credit back `delayMs` from now. */
  give(credit: Credit, delayMs: number): void
}

/** Gives credits back when they are due, many in one message. */
export function createCreditClock(send: (credits: Credit[]) => void): CreditClock {
  let waiting: { credit: Credit; dueAt: number }[] = []
  let timer: ReturnType<typeof setTimeout> | null = null

  const flush = () => {
    timer = null
    const due = performance.now() + gatherMs
    const now = waiting.filter((one) => one.dueAt <= due)
    waiting = waiting.filter((one) => one.dueAt > due)
    if (now.length > 0) send(now.map((one) => one.credit))
    schedule()
  }

  const schedule = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting.length === 0) return
    const first = Math.min(...waiting.map((one) => one.dueAt))
    timer = setTimeout(flush, Math.max(0, first - performance.now()))
  }

  return {
    give(credit, delayMs) {
      if (delayMs <= 0) {
        send([credit])
        return
      }
      waiting.push({ credit, dueAt: performance.now() + delayMs })
      schedule()
    },
  }
}
