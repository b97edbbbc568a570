import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from './clock'

/** Repeats a request on a schedule: the service announces few changes. */
export interface Polling {
  /** Reads now, and puts off the next reading. */
  read(): Promise<void>
  /** Brings the next reading forward, to come within so many ms. After a fault it comes when it may. */
  readWithin(ms: number): void
  close(): void
}

export interface PollingOptions<Answer> {
  clock: Clock
  ask: () => Promise<Answer>
  onAnswer: (answer: Answer) => void
  onFault: (fault: Fault) => void
  /** Returns the wait before the next reading, in ms, after an answer (null) or a fault; null to stop. */
  nextMs: (fault: Fault | null) => number | null
}

export function createPolling<Answer>(options: PollingOptions<Answer>): Polling {
  const { clock, ask, onAnswer, onFault, nextMs } = options
  let cancelNext: CancelTimer = () => undefined
  let closed = false
  /** By the monotonic clock; null where the next reading may not be brought forward. */
  let nextAt: number | null = null
  let begun = 0
  let settled = 0

  const settle = (reading: number, fault: Fault | null, report: () => void) => {
    // A later reading was answered first.
    if (closed || reading < settled) return
    settled = reading
    report()
    cancelNext()
    const wait = nextMs(fault)
    if (wait === null) return
    cancelNext = clock.after(wait, () => void read())
    if (!fault) nextAt = clock.monotonic() + wait
  }
  const read = async () => {
    cancelNext()
    nextAt = null
    const reading = ++begun
    try {
      const answer = await ask()
      settle(reading, null, () => onAnswer(answer))
    } catch (thrown) {
      const fault = faultOf(thrown)
      settle(reading, fault, () => onFault(fault))
    }
  }

  return {
    read,
    readWithin(ms) {
      const at = clock.monotonic() + ms
      if (closed || nextAt === null || at >= nextAt) return
      cancelNext()
      nextAt = at
      cancelNext = clock.after(ms, () => void read())
    },
    close() {
      closed = true
      cancelNext()
    },
  }
}
