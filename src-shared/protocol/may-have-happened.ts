import type { Fault } from './fault'

/** Whether what was asked may have been carried out all the same: by a failure that changes nothing (spec 7, rule 2) it was not. */
export function mayHaveHappened(fault: Fault): boolean {
  switch (fault.kind) {
    case 'problem':
      return fault.code === 'upstream_unavailable'
    case 'network':
      return fault.reason === 'connection-lost' || fault.reason === 'timeout'
    case 'unreadable-answer':
      return fault.status < 300 || fault.status >= 500
    case 'cancelled':
    case 'launch-unknown':
      return true
    default:
      return false
  }
}
