import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import type { Unsubscribe } from '../../../src-shared/bridge/port'
import type { Ask } from '../feature/feature'
import type { Activity } from '../history/activity'
import type { WindowFlows } from '../flows/in-fleet/window-flows'
import type { RunningFleet } from '../flows/in-fleet/window-fleet'
import type { LookMarks } from './look-marks'
import type { ProgramTurns } from './turns'

/** The window behind the door. */
export interface DoorWindow {
  ask: Ask
  state(): AppState
  /** Whether all phones are paused. Calls ask often, so it builds no state. */
  isPaused(): boolean
  readonly fleetName: string
  onEvent(listener: (event: AppEvent) => void): Unsubscribe
  readonly fleet: RunningFleet
  readonly flows: Pick<WindowFlows, 'runRead' | 'share' | 'folder'>
  readonly turns: Pick<ProgramTurns, 'on' | 'untouched' | 'nextTouch'>
  /** Marks the phones that programs look at. */
  readonly looks: Pick<LookMarks, 'mark'>
  readonly activity: Pick<Activity, 'program'>
}
