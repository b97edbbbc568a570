import type { Dial, SocketEvents } from '../../../src-main/core/service/ws-client'

/** One attempt to open a socket, controlled by a test. */
export interface Attempt {
  events: SocketEvents
  /** The messages that were sent, parsed. */
  sent: unknown[]
  /** Whether our side has closed it. */
  closed: boolean
}

/** Stands in for the network: every dial is an attempt that the test answers. */
export function createScriptedDial(): { dial: Dial; attempts: Attempt[]; last: () => Attempt } {
  const attempts: Attempt[] = []
  return {
    attempts,
    last() {
      const attempt = attempts.at(-1)
      if (!attempt) throw new Error('nothing was dialled')
      return attempt
    },
    dial(events) {
      const attempt: Attempt = { events, sent: [], closed: false }
      attempts.push(attempt)
      return {
        send: (text) => void attempt.sent.push(JSON.parse(text)),
        close() {
          attempt.closed = true
        },
      }
    },
  }
}
