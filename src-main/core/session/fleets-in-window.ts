import { FaultError } from '../../../src-shared/protocol/fault'
import type { Fleets } from '../saved-fleets/fleets'

/**
 * The fleets as one window sees them.
 * @param own the fleet of a window beside the first, which shows no other; null for the first
 * @param elsewhere the fleets that other windows show, which this one can't open
 */
export function fleetsInWindow(
  fleets: Fleets,
  own: string | null,
  elsewhere: () => readonly string[],
): Fleets {
  return {
    ...fleets,
    get state() {
      return { ...fleets.state, activeId: own ?? fleets.activeId, elsewhere: elsewhere() }
    },
    get added() {
      return fleets.added
    },
    get activeId() {
      return own ?? fleets.activeId
    },
    setActive(id) {
      const isOther = id !== (own ?? fleets.activeId)
      if (isOther && (own !== null || elsewhere().includes(id)))
        throw new FaultError({ kind: 'internal', detail: 'another window shows this fleet' })
      if (own === null) fleets.setActive(id)
    },
  }
}
