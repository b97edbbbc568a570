import type { DeviceEdit } from '../../../src-shared/bridge/device-edit'
import type { Action } from '../../../src-shared/protocol/action'
import type { AutomationLaunch } from '../../../src-shared/protocol/automation'
import type { Size } from '../../../src-shared/protocol/device'
import { rates } from '../service/fault-policy'
import { RateGate } from '../service/rate-gate'
import { createTasks, type Tasks, type TasksOptions } from './task'
import {
  actionTask,
  editTask,
  launchTask,
  type ActionOptions,
  type EditOptions,
  type LaunchOptions,
} from './task-specs'

/** The tasks of a fleet, each kind at its own rates (spec 8). */
export interface PhoneTasks extends Omit<Tasks, 'start'> {
  /** Edits the phones. @returns the task's id */
  edit(publicIds: readonly string[], edit: DeviceEdit): string
  /** Makes each phone its own edit. @returns the task's id */
  editEach(edits: ReadonlyMap<string, DeviceEdit>): string
  /** Launches an automation on the phones. @returns the task's id */
  launch(publicIds: readonly string[], launch: AutomationLaunch): string
  /**
   * Does an action on the phones.
   * @param space the size of the screen that its coordinates are of; left out: each phone's snapshot
   * @param texts what a `text` action types instead, one for each phone
   * @returns the task's id
   */
  act(publicIds: readonly string[], action: Action, space?: Size, texts?: readonly string[]): string
}

export interface PhoneTasksOptions
  extends
    TasksOptions,
    Required<Pick<EditOptions, 'api' | 'list' | 'onOtherColors'>>,
    Pick<LaunchOptions, 'watch'>,
    Pick<ActionOptions, 'nameOf' | 'act' | 'fit' | 'inTurn'> {
  /** The gate of actions, which questions and flows share. */
  actions: RateGate
}

export function createPhoneTasks({
  api,
  list,
  onOtherColors,
  watch,
  nameOf,
  act,
  fit,
  inTurn,
  actions,
  ...options
}: PhoneTasksOptions): PhoneTasks {
  const { clock, random } = options
  const { start, ...tasks } = createTasks(options)
  const edits = new RateGate({ clock, random, ...rates.edits })
  const launches = new RateGate({ clock, random, ...rates.launches })

  const startEdit = (wanted: ReadonlyMap<string, DeviceEdit>, same: DeviceEdit | null) =>
    start(editTask({ edits: wanted, same, gate: edits, api, list, onOtherColors }))

  return {
    ...tasks,
    edit: (publicIds, edit) => startEdit(new Map(publicIds.map((publicId) => [publicId, edit])), edit),
    editEach: (wanted) => startEdit(wanted, null),
    act(publicIds, action, space, texts = []) {
      const what = { publicIds, action, space: space ?? null, texts }
      return start(actionTask({ ...what, nameOf, gate: actions, act, fit, inTurn }))
    },
    launch: (publicIds, launch) => start(launchTask({ publicIds, nameOf, launch, gate: launches, watch })),
  }
}
