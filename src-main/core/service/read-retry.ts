import type { Fault } from '../../../src-shared/protocol/fault'
import { outlookOf, retryAfterMs } from './fault-policy'

/** Who waits for an answer does not wait longer than this for another try, in ms. */
const longestWaitMs = 30_000

/**
 * How long to wait before a read is tried again, in ms: what the service asks for at least, and a wait of our own on top.
 * @returns null when it is not to be tried again: what is wrong stays wrong, or for longer than anybody waits
 */
export function readRetryMs(fault: Fault, ownWaitMs: number): number | null {
  if (outlookOf(fault) !== 'passes') return null
  const asked = retryAfterMs(fault)
  return asked > longestWaitMs ? null : asked + ownWaitMs
}
