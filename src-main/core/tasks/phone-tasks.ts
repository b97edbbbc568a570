import type { DeviceEdit } from '../../../src-shared/features/device-edit'
import type { Action, Question } from '../../../src-shared/protocol/action'
import type { AutomationLaunch } from '../../../src-shared/protocol/automation'
import type { Size } from '../../../src-shared/protocol/device'
import { rates } from '../service/fault-policy'
import { RateGate } from '../service/rate-gate'
import { Tasks, type TasksOptions } from './task'
import { actEachTask, actionTask, askTask, type ActionOptions, type AskOptions } from './action-tasks'
import {
  editTask,
  launchTask,
  screenshotTask,
  type EditOptions,
  type LaunchOptions,
  type SaveScreen,
  type ScreenshotOptions,
} from './task-specs'

export interface PhoneTasksOptions
  extends
    TasksOptions,
    Required<Pick<EditOptions, 'api' | 'list' | 'onOtherColors'>>,
    Pick<LaunchOptions, 'watch'>,
    Pick<ActionOptions, 'nameOf' | 'fit' | 'inTurn'>,
    Pick<AskOptions, 'act'>,
    Pick<ScreenshotOptions, 'takeScreen'> {
  /** The gate of actions, which questions and flows share. */
  actions: RateGate
  /** The gate of snapshots. */
  snapshots: RateGate
}

/** The tasks of a fleet, each kind at its own rates (spec 8). */
export class PhoneTasks extends Tasks {
  readonly #parts: PhoneTasksOptions
  readonly #edits: RateGate
  readonly #launches: RateGate

  constructor(parts: PhoneTasksOptions) {
    super(parts)
    const { clock, random } = parts
    this.#parts = parts
    this.#edits = new RateGate({ clock, random, ...rates.edits })
    this.#launches = new RateGate({ clock, random, ...rates.launches })
  }

  /** Edits the phones. @returns the task's id */
  edit(publicIds: readonly string[], edit: DeviceEdit): string {
    return this.#edit(new Map(publicIds.map((publicId) => [publicId, edit])), edit)
  }

  /** Makes each phone its own edit. @returns the task's id */
  editEach(edits: ReadonlyMap<string, DeviceEdit>): string {
    return this.#edit(edits, null)
  }

  /**
   * Does an action on the phones.
   * @param space the size of the screen that its coordinates are of; left out: each phone's snapshot
   * @returns the task's id
   */
  act(publicIds: readonly string[], action: Action, space?: Size): string {
    const what = { publicIds, action, space: space ?? null }
    return this.start(actionTask({ ...this.#parts, ...what, gate: this.#parts.actions }))
  }

  /** Does an action of its own on each phone, all of one type. @returns the task's id */
  actEach(actions: ReadonlyMap<string, Action>): string {
    return this.start(actEachTask({ ...this.#parts, actions, gate: this.#parts.actions }))
  }

  /** Asks the phones a question. @returns the task's id */
  ask(publicIds: readonly string[], action: Question): string {
    return this.start(askTask({ ...this.#parts, publicIds, action, gate: this.#parts.actions }))
  }

  /** Saves the phones' screens, at the cost of a snapshot each. @returns the task's id */
  screenshot(publicIds: readonly string[], save: SaveScreen): string {
    return this.start(screenshotTask({ ...this.#parts, publicIds, save, gate: this.#parts.snapshots }))
  }

  /** Launches an automation on the phones. @returns the task's id */
  launch(publicIds: readonly string[], launch: AutomationLaunch): string {
    return this.start(launchTask({ ...this.#parts, publicIds, launch, gate: this.#launches }))
  }

  #edit(edits: ReadonlyMap<string, DeviceEdit>, same: DeviceEdit | null): string {
    return this.start(editTask({ ...this.#parts, edits, same, gate: this.#edits }))
  }
}
