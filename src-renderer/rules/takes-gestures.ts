import type { Fault } from '../../src-shared/protocol/fault'
import type { TileState } from '../../src-shared/bridge/tile-state'
import { isRefusal } from '../../src-shared/protocol/is-refusal'

/** Whether an action on another phone is one on this phone too: it is live, and the size of its screen is known. */
export function takesActions({ state, snapshot }: TileState): boolean {
  return state === 'live' && snapshot !== null
}

/** Whether a gesture on another phone is one on this phone too: its control channel must not be shut or away, or have been refused last, either. */
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
