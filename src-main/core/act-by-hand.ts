import { FaultError } from '../../src-shared/protocol/fault'
import type { ActOnPhone } from './act-on-phone'
import type { Clock } from './clock'
import { retryAfterMs } from './fault-policy'
import { waitFor } from './wait-for'

const mostTries = 3
// Whoever acts by hand sees nothing happen meanwhile.
const longestWaitMs = 5000
// Phones that mirror each other are refused together, and must not all come back at once.
const spreadMs = 1000

export interface ActByHandOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  act: ActOnPhone
  /** The fleet is closed: nothing is done again. */
  closing: AbortSignal
}

/**
 * One action that a person waits for: it is done again where the service has only asked to wait for a moment, for what is
 * refused as `rate_limited` was not done (spec 7, rules 2 and 3). What the last try says is the answer.
 */
export function createActByHand({ clock, random, act, closing }: ActByHandOptions): ActOnPhone {
  return async (publicId, action) => {
    for (let tried = 1; ; tried++) {
      try {
        return await act(publicId, action)
      } catch (thrown) {
        const wait = tried < mostTries ? waitAsked(thrown) : null
        if (wait === null) throw thrown
        await waitFor(clock, wait + Math.round(tried * spreadMs * random()), closing)
      }
    }
  }
}

/** How long the service asks to wait, in ms; null where it refuses for another reason, or for longer than anybody waits. */
function waitAsked(thrown: unknown): number | null {
  if (!(thrown instanceof FaultError)) return null
  const { fault } = thrown
  if (fault.kind !== 'problem' || fault.code !== 'rate_limited') return null
  const asked = retryAfterMs(fault)
  return asked <= longestWaitMs ? asked : null
}
