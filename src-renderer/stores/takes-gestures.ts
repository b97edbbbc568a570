import type { TileState } from '../../src-shared/bridge/contract'

/** Whether what is done on another phone can be done on this one too: it is live, its control channel is not shut, and the size of its screen is known. */
export function takesGestures({ state, control, controlFault, snapshot }: TileState): boolean {
  const isShut = control === 'taken' || (control === 'parked' && controlFault !== null)
  return state === 'live' && !isShut && snapshot !== null
}
