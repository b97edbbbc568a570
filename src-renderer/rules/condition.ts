import type { Condition } from '../../src-shared/bridge/filter'
import type { TileStateName } from '../../src-shared/bridge/tile-state'

/**
 * A phone's condition when its tile comes into a state. One that is let go because nobody looks at it, or that is tried
 * again, is taken to be as it was: else it would leave the wall, and come back, because it is looked at.
 */
export function conditionAfter(before: Condition | undefined, state: TileStateName): Condition {
  switch (state) {
    case 'live':
      return 'ready'
    case 'idle':
    case 'connecting':
      // A job that has ended is over, whoever looks.
      return before === undefined || before === 'automation' ? 'ready' : before
    case 'automation':
    case 'parked':
    case 'offline':
    case 'blocked':
      return state
  }
}
