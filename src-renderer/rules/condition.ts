import type { Condition } from '../../src-shared/features/filter'
import type { TileStateName } from '../../src-shared/features/tile-state'

/**
 * Returns a phone's condition once its tile is in a state. An idle or connecting phone keeps its condition: a filter
 * would otherwise hide and show it in turn, as its visibility decides about its connection.
 */
export function conditionAfter(before: Condition | undefined, state: TileStateName): Condition {
  switch (state) {
    case 'live':
      return 'ready'
    case 'idle':
    case 'connecting':
      if (before === undefined) return 'unseen'
      // A job ends while its phone is out of sight, too.
      return before === 'automation' ? 'ready' : before
    case 'automation':
    case 'parked':
    case 'offline':
    case 'blocked':
      return state
  }
}
