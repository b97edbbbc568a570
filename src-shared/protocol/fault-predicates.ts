import type { Action } from './action'
import type { Fault } from './fault'

const refusals: readonly Fault['kind'][] = ['handshake-refused', 'budget-used-up', 'problem']

/** Whether the service refused a channel; the refusal says more than the loss that follows from it. */
export const isRefusal = ({ kind }: Fault): boolean => refusals.includes(kind)

/** Whether a request may have been carried out in spite of its fault (spec 7, rule 2). */
export function mayHaveHappened(fault: Fault): boolean {
  switch (fault.kind) {
    case 'problem':
      return fault.code === 'upstream_unavailable'
    case 'network':
      return ['connection-lost', 'timeout', 'proxy-cut'].includes(fault.reason)
    case 'unreadable-answer':
      return fault.status < 300 || fault.status >= 500
    case 'cancelled':
    case 'launch-unknown':
      return true
    default:
      return false
  }
}

/** Whether the service no longer has the phone: it has left the account (spec 7). */
export const hasLeftAccount = (fault: Fault): boolean =>
  fault.kind === 'problem' && fault.code === 'device_not_found'

/** Whether an action only reads from the phone (spec 4.5), so that nothing is lost when its answer is. */
export const onlyReads = ({ type }: Action): boolean => type === 'clipboard_get' || type === 'device_ip'
