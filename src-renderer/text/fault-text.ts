import type { FaultAction, FaultText } from '../../src-shared/texts/fault-text'

export type { FaultAction, FaultText }
export { detailOf } from '../../src-shared/texts/fault-text'

/** The actions to offer, in order. Another key comes with a retry: the account may have been mended elsewhere. */
export function offered({ action }: FaultText): FaultAction[] {
  if (!action) return []
  return action === 'enter-key' ? ['retry', action] : [action]
}
