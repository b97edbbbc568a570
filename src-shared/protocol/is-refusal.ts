import type { Fault } from './fault'

const refusals: readonly Fault['kind'][] = ['handshake-refused', 'budget-used-up', 'problem']

/** Whether a channel is not had because the service refuses it: the reason says more than that something is lost by it. */
export const isRefusal = ({ kind }: Fault) => refusals.includes(kind)
