import type { OpenFleet } from '../../../src-shared/features/fleets-state'
import { formatShare } from '../../text/measures'
import { messages } from '../../text/messages'

/** Below this share a budget stands out. */
const lowShare = 0.1

/** A count of an open fleet's phones in words. `kind` says how it looks. */
export interface FleetCount {
  kind: 'live' | 'offline' | 'failed' | 'review' | 'jobs' | 'unread'
  text: string
}

/** Says how the phones of an open fleet are. Of what needs no person it says nothing, except of live phones. */
export function countsOf({ status, isPaused, live, ...counts }: OpenFleet): FleetCount[] {
  if (status === 'loading') return [{ kind: 'live', text: messages.wall.loading }]
  const words = messages.openFleets
  const counted = (['offline', 'failed', 'review', 'jobs'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => ({ kind, text: words[kind]({ n: counts[kind] }) }))
  const unread = status === 'failed' ? [{ kind: 'unread' as const, text: words.unread }] : []
  const liveText = isPaused && live === 0 ? messages.states.idle : messages.bar.live({ live })
  return [{ kind: 'live', text: liveText }, ...counted, ...unread]
}

/** Says of which daily budget the smallest share is left; null while the budgets are unknown. */
export function leastOf({ least }: OpenFleet): { text: string; isLow: boolean } | null {
  if (!least) return null
  const left = messages.budget.left({ share: formatShare(least.share) })
  return {
    text: messages.openFleets.least({ budget: messages.budgets[least.budget].name, left }),
    isLow: least.share < lowShare,
  }
}
