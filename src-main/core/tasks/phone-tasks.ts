import type { DeviceEdit } from '../../../src-shared/bridge/device-edit'
import type { Action } from '../../../src-shared/protocol/action'
import type { AutomationLaunch } from '../../../src-shared/protocol/automation'
import { actionSpec, type ActionSpecOptions } from './action-spec'
import type { JobWatch } from '../jobs/job-watch'
import { createTasks, type Tasks, type TasksOptions } from './task'
import type { DeviceApi } from '../service/device-api'
import { rates } from '../service/fault-policy'
import type { DeviceList } from '../account/device-list'
import { editSpec } from './edit-spec'
import { launchSpec } from './launch-spec'
import { createRateGate } from './rate-gate'

/** What is done on many phones of a fleet at once, each kind at its own rates (spec 8). */
export interface PhoneRuns extends Omit<Tasks, 'start'> {
  /** Starts a run that changes the phones. @returns its id */
  edit(publicIds: readonly string[], edit: DeviceEdit): string
  /** Starts a run that launches an automation on the phones. @returns its id */
  launch(publicIds: readonly string[], launch: AutomationLaunch): string
  /** Starts a run that does one action on the phones. @returns its id */
  act(publicIds: readonly string[], action: Action): string
}

export interface PhoneRunsOptions extends TasksOptions {
  api: Pick<DeviceApi, 'edit'>
  list: Pick<DeviceList, 'state' | 'readAnew' | 'save'>
  watch: Pick<JobWatch, 'launch'>
  /** What the person calls the phone. */
  nameOf: (publicId: string) => string
  act: ActionSpecOptions['act']
  inTurn: ActionSpecOptions['inTurn']
}

export function createPhoneTasks({
  api,
  list,
  watch,
  nameOf,
  act,
  inTurn,
  ...options
}: PhoneRunsOptions): PhoneRuns {
  const { clock, random } = options
  const { start, ...tasks } = createTasks(options)
  const edits = createRateGate({ clock, random, ...rates.edits })
  const launches = createRateGate({ clock, random, ...rates.launches })
  const acts = createRateGate({ clock, random, ...rates.actions })

  return {
    ...tasks,
    edit: (publicIds, edit) => start(editSpec({ publicIds, edit, gate: edits, api, list })),
    act: (publicIds, action) => start(actionSpec({ publicIds, nameOf, action, gate: acts, act, inTurn })),
    launch: (publicIds, launch) => start(launchSpec({ publicIds, nameOf, launch, gate: launches, watch })),
  }
}
