import { closePolicy } from '../../src-shared/protocol/close-code'
import type { Fault } from '../../src-shared/protocol/fault'

const forPersons: readonly string[] = ['forbidden', 'device_not_found']

/** Whether the key itself is refused, so that nothing is worth asking with it (spec 5, rule 9; spec 7, 4401). */
export function refusesKey(fault: Fault): boolean {
  if (fault.kind === 'socket-closed') return closePolicy(fault.code) === 'park-key'
  return fault.kind === 'problem' && fault.code === 'unauthorized'
}

/** Whether only a person can mend it, so that no attempt is worth making before (spec 5, 7). */
export function needsPerson(fault: Fault): boolean {
  if (fault.kind === 'user-agent-refused' || refusesKey(fault)) return true
  return fault.kind === 'problem' && forPersons.includes(fault.code)
}

/** How long the service asks to wait at least (spec 7, rule 3), in ms. */
export function retryAfterMs(fault: Fault): number {
  return fault.kind === 'problem' ? (fault.retryAfterS ?? 0) * 1000 : 0
}
