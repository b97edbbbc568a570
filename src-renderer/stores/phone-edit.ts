import type { DeviceEdit } from '../../src-shared/bridge/device-edit'
import type { Device } from '../../src-shared/protocol/device'
import type { Label } from '../../src-shared/protocol/label'
import { limits } from '../../src-shared/protocol/limits'

type NewLabel = Pick<Label, 'name' | 'color'>

/** What a person has changed in the inspector and not saved; null is untouched. */
export interface EditDraft {
  name: string | null
  notes: string | null
  added: readonly NewLabel[]
  removed: readonly string[]
}

export const emptyDraft: EditDraft = { name: null, notes: null, added: [], removed: [] }

/** A label over several phones. */
export interface SharedLabel extends NewLabel {
  /** How many of the phones have it. */
  on: number
  /** It is only in the draft, and the account does not have it. */
  isNew: boolean
}

export function isUntouched({ name, notes, added, removed }: EditDraft): boolean {
  return name === null && notes === null && added.length === 0 && removed.length === 0
}

/** What is asked of the core when the draft is saved. */
export function editOf({ name, notes, added, removed }: EditDraft): DeviceEdit {
  return {
    ...(name === null ? {} : { customName: name.trim() === '' ? null : name.trim() }),
    ...(notes === null ? {} : { notes: notes === '' ? null : notes }),
    ...(added.length === 0 ? {} : { addLabels: [...added] }),
    ...(removed.length === 0 ? {} : { removeLabels: [...removed] }),
  }
}

/** A phone as it will be when the edit is saved. */
export function afterEdit(device: Device, edit: DeviceEdit): Device {
  const removed = new Set(edit.removeLabels)
  const kept = device.labels.filter(({ name }) => !removed.has(name))
  const added = (edit.addLabels ?? []).filter(({ name }) => !kept.some((label) => label.name === name))
  return {
    ...device,
    custom_name: edit.customName === undefined ? device.custom_name : edit.customName,
    notes: edit.notes === undefined ? device.notes : edit.notes,
    labels: [...kept, ...added],
  }
}

/** Every label of the fleet, by name. */
export function labelsOfFleet(devices: readonly Device[]): NewLabel[] {
  const colors = new Map(devices.flatMap(({ labels }) => labels).map(({ name, color }) => [name, color]))
  return [...colors]
    .map(([name, color]) => ({ name, color }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** The labels that some of these phones will have, in the order in which they stand on them. */
export function sharedLabels(
  devices: readonly Device[],
  draft: EditDraft,
  fleet: readonly NewLabel[],
): SharedLabel[] {
  const counts = new Map<string, SharedLabel>()
  for (const device of devices) {
    for (const { name, color } of afterEdit(device, editOf(draft)).labels) {
      const isNew = !fleet.some((label) => label.name === name)
      const on = (counts.get(name)?.on ?? 0) + 1
      counts.set(name, { name, color, on, isNew })
    }
  }
  return [...counts.values()]
}

/** The notes of the phones when they are all alike; null when they differ. */
export function sharedNotes(devices: readonly Device[]): string | null {
  const [first, ...others] = devices.map(({ notes }) => notes ?? '')
  return others.every((notes) => notes === first) ? (first ?? '') : null
}

/** Phones that would have more labels than one may have. */
export function overfull(devices: readonly Device[], draft: EditDraft): Device[] {
  if (draft.added.length === 0) return []
  return devices.filter((device) => afterEdit(device, editOf(draft)).labels.length > limits.labelsPerDevice)
}
