import { faultOf, FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { refusesKey } from '../service/fault-policy'
import type { HttpClient } from '../service/http-client'

/**
 * Guards a fleet's key. Once the service refuses it (401, or 4401 on a socket), nothing goes out until the user retries,
 * and only REST until an answer shows that the key works again.
 */
export interface KeyGate {
  readonly http: HttpClient
  /** Why the key is parked; null while it is in use. */
  readonly fault: Fault | null
  /** Why nothing may be asked now; null while it may. */
  readonly refusal: Fault | null
  /** Parks the key: a socket closed because of it. */
  refused(fault: Fault): void
  /** Lets the next REST call through; its answer decides. */
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
  // Answers to requests from before a park or a retry say nothing about the key now.
  let epoch = 0

  const refusal = () => (trying ? null : fault)
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
    const refused = refusal()
    if (refused) throw new FaultError(refused)
    const thisEpoch = epoch
    try {
      const answer = await ask()
      if (thisEpoch === epoch) unpark()
      return answer
    } catch (thrown) {
      const found = faultOf(thrown)
      if (thisEpoch === epoch) {
        if (refusesKey(found)) park(found)
        // Any other problem is an answer to a known key.
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
    get refusal() {
      return refusal()
    },
    refused: park,
    retry() {
      if (!fault) return
      epoch += 1
      trying = true
    },
  }
}
