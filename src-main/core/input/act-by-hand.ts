import { faultOf } from '../../../src-shared/protocol/fault'
import type { Act } from './act-on-phone'
import type { Clock } from '../time/clock'
import { askedWaitMs, retriesOf } from '../service/fault-policy'
import { waitFor } from '../time/wait-for'

// Phones that mirror each other are refused together, and must not all come back at once.
const spreadMs = 1000

export interface ActByHandOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  act: Act
}

/**
 * One action that a person waits for: it is done again where the service has only asked to wait for a moment, for what is
 * refused as `rate_limited` was not done (spec 7, rules 2 and 3). What the last try says is the answer, also where it is
 * stopped before another; the phone's next action waits for as long as that one was asked to.
 */
export function createActByHand({ clock, random, act }: ActByHandOptions): Act {
  // On the monotonic clock, of the phones that the service has asked to wait.
  const quietUntil = new Map<string, number>()

  return async (publicId, action, stop) => {
    const restMs = (quietUntil.get(publicId) ?? 0) - clock.monotonic()
    if (restMs > 0) await waitFor(clock, restMs, stop)
    quietUntil.delete(publicId)
    for (let tried = 1; ; tried++) {
      try {
        return await act(publicId, action, stop)
      } catch (thrown) {
        const fault = faultOf(thrown)
        const wait = askedWaitMs(fault, 'action')
        if (wait === null) throw thrown
        quietUntil.set(publicId, clock.monotonic() + wait)
        if (tried > retriesOf(fault, 'action')) throw thrown
        const ms = wait + Math.round(tried * spreadMs * random())
        await waitFor(clock, ms, stop).catch(() => {
          throw thrown
        })
      }
    }
  }
}
