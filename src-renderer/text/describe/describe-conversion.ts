import type { Conversion } from '../../rules/conversion'
import { formatShare } from '../measures'
import { messages } from '../messages'
import { describeFault } from './describe-fault'

/** Describes how far a conversion is. */
export function describeConversion({ state, share, fault }: Conversion): string {
  if (state === 'running') return formatShare(share)
  return fault ? describeFault(fault).sentence : messages.convert.states[state]
}
