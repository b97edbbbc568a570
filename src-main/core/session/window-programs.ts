import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { DoorWindow } from '../door/door-window'
import { WindowFleet, type WindowFleetOptions } from '../flows/in-fleet/window-fleet'
import type { CurrentFleet } from '../open-fleet/current-fleet'

/** What programs have of a window. */
export interface WindowPrograms extends DoorWindow {
  /** Hears the window's events. */
  event(event: AppEvent): void
}

export interface WindowProgramsOptions
  extends Omit<WindowFleetOptions, 'devices'>, Omit<DoorWindow, 'fleet' | 'fleetName'> {
  current: Pick<CurrentFleet, 'shown'>
  fleetName: () => string
}

/** Gives programs the open fleet of a window, beside the hands of a person. */
export function createWindowPrograms({
  current,
  fleetName,
  ...options
}: WindowProgramsOptions): WindowPrograms {
  const { turns, looks, activity, ask, state, isPaused, onEvent, flows } = options
  const fleet = new WindowFleet({ ...options, devices: () => current.shown.devices })
  return {
    ...{ fleet, flows, turns, looks, activity, ask, state, isPaused, onEvent },
    get fleetName() {
      return fleetName()
    },
    event: (event) => fleet.event(event),
  }
}
