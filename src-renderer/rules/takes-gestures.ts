import type { Fault } from '../../src-shared/protocol/fault'
import type { TileState } from '../../src-shared/features/tile-state'
import { isRefusal } from '../../src-shared/protocol/fault-predicates'

/** Returns whether a mirrored action reaches this phone: it is live, and its screen size is known. */
export function takesActions({ state, snapshot }: TileState): boolean {
  return state === 'live' && snapshot !== null
}

/** Returns whether a mirrored gesture reaches this phone: it takes actions, and its control channel is open or may open. */
export function takesGestures(tile: TileState): boolean {
  const { control, controlFault, isControlAway } = tile
  const isShut = control === 'taken' || (control === 'parked' && controlFault !== null)
  const isRefused = control === 'closed' && controlFault !== null && isRefusal(controlFault)
  return takesActions(tile) && !isShut && !isRefused && !isControlAway
}

/** Returns the fault that keeps a live phone's control channel shut until a person retries; null where it is open or reconnects. */
export function standingControlFault({
  state,
  control,
  controlFault,
  isControlAway,
}: TileState): Fault | null {
  if (state !== 'live' || control === 'taken' || !controlFault) return null
  const isStanding = isControlAway ? isRefusal(controlFault) : control === 'parked'
  return isStanding ? controlFault : null
}
