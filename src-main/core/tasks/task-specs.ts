import {
  editFields,
  fieldsOf,
  type DeviceEdit,
  type EditField,
} from '../../../src-shared/features/device-edit'
import { inLabelOrder } from '../../../src-shared/protocol/label-order'
import {
  stepHasEnded,
  type Task,
  type TaskStep,
  type TaskWork,
} from '../../../src-shared/features/task-state'
import type { AutomationLaunch } from '../../../src-shared/protocol/automation'
import type { AutomationKind } from '../../../src-shared/protocol/automation-kind'
import type { Device, Label } from '../../../src-shared/protocol/device'
import { defaultLabelColor } from '../../../src-shared/protocol/label-color'
import { deviceName } from '../../../src-shared/protocol/device-name'
import type { DevicePatch } from '../../../src-shared/protocol/device-patch'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { DeviceList } from '../account/device-list'
import type { JobWatch } from '../jobs/job-watch'
import { checkedPatch, type DeviceApi } from '../service/device-api'
import type { RateGate } from '../service/rate-gate'

/**
 * Carries a step out at its turn on the phone.
 * @param stop aborted when the turn is given up
 * @throws FaultError for the input that follows on the phone
 */
export type SendInTurn = (stop: AbortSignal) => Promise<void>

/** What a step gets when it is carried out. */
export interface StepAttempt {
  /** Aborted when the fleet is closed: requests under way are dropped too. */
  closed: AbortSignal
  /** Aborted with `input-not-sent` when the step is not to be sent any more, or not now. */
  stop: AbortSignal
  /** Call this when the step only waits from now on: it frees its place, and `because` is shown. */
  rest: (because: Fault) => void
}

/** What a step has when it is done: the id of a job, a file's path, the answer to a question. */
export type StepResult = Pick<TaskStep, 'job' | 'path'> & { answer?: string }

/** What a task does on one phone. */
export interface StepSpec {
  publicId: string
  deviceName: string
  /** What this phone's own edit names, where each phone has one. */
  fields?: EditField[]
  /** Checks, before anything is sent, whether there is anything to do. @throws FaultError */
  isNeeded?: () => boolean
  /** Makes one request, which the gate counts. @throws FaultError */
  run: (attempt: StepAttempt) => Promise<StepResult> | Promise<void>
  /**
   * Queues the step with the phone's other input and calls `send` at its turn. Until then the step takes nothing from the gate.
   * @throws FaultError when the turn does not come, or what `send` throws
   */
  inTurn?: (send: SendInTurn) => Promise<void>
}

/** A task to be carried out. */
export interface TaskSpec {
  work: TaskWork
  gate: RateGate
  /** Whether a step may safely be carried out twice. */
  idempotent: boolean
  /** Whether a request costs as soon as it is answered, even if the answer is unreadable; left out: it doesn't. */
  costs?: boolean
  /** Reads what all steps need; when it fails, none is tried. @throws FaultError */
  prepare?: (signal: AbortSignal) => Promise<void>
  steps: readonly StepSpec[]
}

/** The phones of a task. */
export interface PhonesOptions {
  publicIds: readonly string[]
  /** Returns the phone's name for the user. */
  nameOf: (publicId: string) => string
  gate: RateGate
}

/** Keeps a phone's screen as a file. @returns its path @throws FaultError `not-saved` */
export type SaveScreen = (publicId: string, jpeg: Buffer) => Promise<string>

export interface ScreenshotOptions extends PhonesOptions {
  /** @param stop once it is aborted the service is not asked any more */
  takeScreen: (publicId: string, stop: AbortSignal) => Promise<Buffer>
  save: SaveScreen
}

/** Saves the screens of phones that are not live, which costs a snapshot each (spec 4.3). */
export function screenshotTask({ publicIds, nameOf, gate, takeScreen, save }: ScreenshotOptions): TaskSpec {
  return {
    work: { kind: 'screenshot' },
    gate,
    idempotent: true,
    costs: true,
    steps: publicIds.map((publicId) => ({
      publicId,
      deviceName: nameOf(publicId),
      run: async ({ stop }) => ({ path: await save(publicId, await takeScreen(publicId, stop)) }),
    })),
  }
}

export interface EditOptions {
  /** What to change on each phone. */
  edits: ReadonlyMap<string, DeviceEdit>
  /** The same change of all phones; null where each has its own. */
  same: DeviceEdit | null
  gate: RateGate
  api: Pick<DeviceApi, 'edit'>
  list: Pick<DeviceList, 'state' | 'refresh' | 'save'>
  /** The account had labels in other colours than were sent (spec 4.4, rule 6); each is reported once. */
  onOtherColors?: (publicId: string, labels: Pick<Label, 'name' | 'color'>[]) => void
}

/** Changes phones (spec 4.4). Reads the list first, because labels are sent whole. */
export function editTask({
  edits,
  same,
  gate,
  api,
  list,
  onOtherColors = () => undefined,
}: EditOptions): TaskSpec {
  const find = (publicId: string) => list.state.devices.find((device) => device.public_id === publicId)
  const colors = () => {
    const { devices, unusedLabels = [] } = list.state
    const labels = [...unusedLabels, ...devices.flatMap((device) => device.labels)]
    return new Map(labels.map(({ name, color }) => [name, color]))
  }
  const told = new Set<string>()
  const tellColors = (
    publicId: string,
    { labels: sent = [] }: DevicePatch,
    { addLabels = [] }: DeviceEdit,
    saved: Device,
  ) => {
    // A colour that was chosen gave way to the account's before it was sent.
    const chosen = addLabels.filter(({ color }) => color !== defaultLabelColor)
    const wanted = new Map([...sent, ...chosen].map(({ name, color }) => [name.trim(), color?.toLowerCase()]))
    const others = saved.labels
      .filter(({ name, color }) => wanted.has(name) && wanted.get(name) !== color.toLowerCase())
      .filter(({ name }) => !told.has(name))
      .map(({ name, color }) => ({ name, color }))
    for (const { name } of others) told.add(name)
    if (others.length > 0) onOtherColors(publicId, others)
  }
  /** Null when the phone already matches the edit. */
  const patchOf = (publicId: string, edit: DeviceEdit) => {
    const device = find(publicId)
    if (!device) throw new FaultError({ kind: 'problem', code: 'device_not_found', status: 404, detail: '' })
    const patch = editPatch(device, edit, colors())
    return Object.keys(patch).length === 0 ? null : checkedPatch(patch)
  }

  return {
    work: workOf(edits, same),
    gate,
    // Spec 4.4, rule 9.
    idempotent: true,
    prepare: (signal) => list.refresh(signal),
    steps: [...edits].map(([publicId, edit]) => {
      const device = find(publicId)
      return {
        publicId,
        deviceName: device ? deviceName(device) : publicId,
        ...(same ? {} : { fields: fieldsOf(edit) }),
        isNeeded: () => patchOf(publicId, edit) !== null,
        async run({ closed }) {
          const patch = patchOf(publicId, edit)
          if (!patch) return
          const saved = await api.edit(publicId, patch, { signal: closed })
          list.save(saved)
          tellColors(publicId, patch, edit, saved)
        },
      }
    }),
  }
}

function workOf(edits: EditOptions['edits'], same: DeviceEdit | null): TaskWork {
  const each = [...edits.values()]
  const edit = each.length === 1 ? (each[0] ?? same) : same
  if (edit) return { kind: 'edit', edit }
  return {
    kind: 'edit',
    edit,
    fields: editFields.filter((field) => each.some((own) => fieldsOf(own).includes(field))),
  }
}

/**
 * Returns the patch that makes an edit on a phone (spec 4.4); empty when nothing would change.
 * @param colors of the account's labels, by name: existing labels keep theirs (spec 4.4, rule 6)
 */
export function editPatch(
  device: Device,
  edit: DeviceEdit,
  colors: ReadonlyMap<string, string>,
): DevicePatch {
  const name = edit.customName?.trim() ?? edit.customName
  const notes = edit.notes === '' ? null : edit.notes
  const labels = labelsAfter(device, edit, colors)
  return {
    ...(name === undefined || name === device.custom_name ? {} : { custom_name: name }),
    ...(notes === undefined || notes === device.notes ? {} : { notes }),
    ...(labels ? { labels } : {}),
  }
}

/** Null when the labels stay the same, in their order. */
function labelsAfter(device: Device, edit: DeviceEdit, colors: ReadonlyMap<string, string>) {
  const removed = new Set(edit.removeLabels)
  const kept = device.labels
    .filter(({ name }) => !removed.has(name))
    .map(({ name, color }) => ({ name, color }))
  const names = new Set(kept.map(({ name }) => name))
  const added = (edit.addLabels ?? [])
    .map(({ name, color }) => ({ name: name.trim(), color }))
    .filter(({ name }) => !names.has(name))
    .map(({ name, color }) => ({ name, color: colors.get(name) ?? color }))
  const after = inLabelOrder([...kept, ...added], edit.labelOrder)
  const isSame =
    after.length === device.labels.length && after.every(({ name }, at) => name === device.labels[at]?.name)
  return isSame ? null : after
}

export interface LaunchOptions {
  publicIds: readonly string[]
  /** Returns the phone's name for the user. */
  nameOf: (publicId: string) => string
  launch: AutomationLaunch
  gate: RateGate
  watch: Pick<JobWatch, 'launch'>
}

/** Launches the same automation on many phones, once on each (spec 4.12); not idempotent. */
export function launchTask({ publicIds, nameOf, launch, gate, watch }: LaunchOptions): TaskSpec {
  return {
    work: { kind: 'launch', launch },
    gate,
    idempotent: false,
    steps: [...new Set(publicIds)].map((publicId) => ({
      publicId,
      deviceName: nameOf(publicId),
      async run({ closed, stop, rest }) {
        const onDoubt = () => rest({ kind: 'launch-in-doubt' })
        const job = await watch.launch(publicId, launch, { closed, stop, onDoubt })
        return { job: job.id }
      },
    })),
  }
}

/** Returns the next automation to be launched on each phone that has one to come; a paused task's do not come. */
export function unfinishedLaunches(tasks: readonly Task[]): ReadonlyMap<string, AutomationKind> {
  const launches = new Map<string, AutomationKind>()
  for (const { work, steps, paused } of tasks) {
    if (work.kind !== 'launch') continue
    const comes = (step: TaskStep) => !stepHasEnded(step) && !(paused && step.state === 'waiting')
    for (const { publicId } of steps.filter(comes)) {
      if (!launches.has(publicId)) launches.set(publicId, work.launch.kind)
    }
  }
  return launches
}
