import { faultOf, FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { refusesKey } from '../service/fault-policy'
import type { HttpClient } from '../service/http-client'

/**
 * What stands between one fleet and its key: once the service refuses the key (401, or 4401 on a socket), nothing is
 * asked with it until the user says so, and nothing but REST until an answer shows that it is known again.
 */
export interface KeyGate {
  readonly http: HttpClient
  /** Why the key is parked; null while it may be used. */
  readonly fault: Fault | null
  /** A socket was closed because of the key. */
  refused(fault: Fault): void
  /** The user asks: the next REST call is let through, and its answer decides. */
  retry(): void
}

export interface KeyGateOptions {
  http: HttpClient
  onPark: (fault: Fault) => void
  onUnpark: () => void
}

export function createKeyGate({ http, onPark, onUnpark }: KeyGateOptions): KeyGate {
  let fault: Fault | null = null
  let trying = false
  // What was asked before the key was parked, or tried again, says nothing about it now.
  let epoch = 0

  const park = (next: Fault) => {
    epoch += 1
    trying = false
    if (fault) return
    fault = next
    onPark(next)
  }
  const unpark = () => {
    if (!fault) return
    fault = null
    onUnpark()
  }

  const guarded = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    if (fault && !trying) throw new FaultError(fault)
    const thisEpoch = epoch
    try {
      const answer = await ask()
      if (thisEpoch === epoch) unpark()
      return answer
    } catch (thrown) {
      const found = faultOf(thrown)
      if (thisEpoch === epoch) {
        if (refusesKey(found)) park(found)
        // Whatever else the service says, it says to a key that it knows.
        else if (found.kind === 'problem') unpark()
      }
      throw thrown
    }
  }

  return {
    http: {
      ...http,
      ask: (...request) => guarded(() => http.ask(...request)),
    },
    get fault() {
      return fault
    },
    refused: park,
    retry() {
      if (!fault) return
      epoch += 1
      trying = true
    },
  }
}
