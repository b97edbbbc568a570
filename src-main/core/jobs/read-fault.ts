import type { Fault } from '../../../src-shared/protocol/fault'
import { isRateLimit, refusesKey, ruleOf } from '../service/fault-policy'

const hostFaults: readonly string[] = ['host-unknown', 'no-network', 'connection-refused', 'tls']
/** Whether the service can't be reached at all. */
export const isOutOfReach = (fault: Fault) => fault.kind === 'network' && hostFaults.includes(fault.reason)

/** Whether no phone's jobs can be read before a person changes something, such as the key's permissions. */
export const isRefusal = (fault: Fault) => {
  const { outlook, holds } = ruleOf(fault)
  return outlook === 'person' && holds === 'account'
}

/** Whether every other call would fail too: then it says nothing about this phone's jobs. */
export const isOfAllCalls = (fault: Fault) => isRateLimit(fault) || refusesKey(fault) || isOutOfReach(fault)
