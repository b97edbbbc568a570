import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from './clock'

/** Reads something of the service now and then, because it tells of few changes by itself. */
export interface Polling {
  /** Reads now, and puts off the next reading. */
  read(): Promise<void>
  close(): void
}

export interface PollingOptions<Answer> {
  clock: Clock
  ask: () => Promise<Answer>
  onAnswer: (answer: Answer) => void
  onFault: (fault: Fault) => void
  /** How long until the next reading after an answer (null) or a fault, in ms; null for never by itself. */
  nextMs: (fault: Fault | null) => number | null
}

export function createPolling<Answer>(options: PollingOptions<Answer>): Polling {
  const { clock, ask, onAnswer, onFault, nextMs } = options
  let cancelNext: CancelTimer = () => undefined
  let closed = false
  let begun = 0
  let settled = 0

  const settle = (reading: number, fault: Fault | null, tell: () => void) => {
    // An answer that was overtaken is older than what is known.
    if (closed || reading < settled) return
    settled = reading
    tell()
    cancelNext()
    const wait = nextMs(fault)
    if (wait !== null) cancelNext = clock.after(wait, () => void read())
  }
  const read = async () => {
    cancelNext()
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
    close() {
      closed = true
      cancelNext()
    },
  }
}
