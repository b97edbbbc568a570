import type { DeviceEdit } from '../../src-shared/features/device-edit'
import { inLabelOrder } from '../../src-shared/protocol/label-order'
import type { Device, Label } from '../../src-shared/protocol/device'
import { defaultLabelColor } from '../../src-shared/protocol/label-color'
import { limits } from '../../src-shared/protocol/limits'
import { nameFlawOf } from '../../src-shared/protocol/text-rules'
import { plain } from '../../src-shared/texts/plain'

export interface NewLabel extends Pick<Label, 'name' | 'color'> {
  /** The account has it, and no phone. */
  isUnused?: boolean
}

export const newColor = defaultLabelColor

/** Unsaved changes of the inspector; null is untouched. */
export interface EditDraft {
  name: string | null
  notes: string | null
  added: readonly NewLabel[]
  removed: readonly string[]
  /** The names of all labels in their new order. */
  order: readonly string[] | null
  /** Text in the label box that is no label yet. */
  typedLabel: string
}

export const emptyDraft: EditDraft = {
  name: null,
  notes: null,
  added: [],
  removed: [],
  order: null,
  typedLabel: '',
}

/** A label over several phones. */
export interface SharedLabel extends NewLabel {
  /** How many of the phones have it. */
  on: number
  /** The account does not have it yet. */
  isNew: boolean
}

/** A label offered for adding. */
export interface LabelChoice extends NewLabel {
  isNew: boolean
}

/** Returns whether saving the draft would change nothing. */
export function isUnchanged({ name, notes, added, removed, order }: EditDraft): boolean {
  return [name, notes, order].every((part) => part === null) && added.length + removed.length === 0
}

/** Returns whether nothing was changed or typed. */
export function isUntouched(draft: EditDraft): boolean {
  return isUnchanged(draft) && draft.typedLabel === ''
}

/** Returns whether two drafts save the same; text in the label box is not saved. */
export function isSameEdit(one: EditDraft, other: EditDraft): boolean {
  return (['name', 'notes', 'added', 'removed', 'order'] as const).every((part) => one[part] === other[part])
}

/** Returns the edit that saves the draft. */
export function editOf({ name, notes, added, removed, order }: EditDraft): DeviceEdit {
  return {
    ...(name === null ? {} : { customName: name.trim() === '' ? null : name.trim() }),
    ...(notes === null ? {} : { notes: notes === '' ? null : notes }),
    ...(added.length === 0 ? {} : { addLabels: [...added] }),
    ...(removed.length === 0 ? {} : { removeLabels: [...removed] }),
    ...(order === null ? {} : { labelOrder: [...order] }),
  }
}

/** Returns a phone as it will be after the edit. */
export function afterEdit(device: Device, edit: DeviceEdit): Device {
  const removed = new Set(edit.removeLabels)
  const kept = device.labels.filter(({ name }) => !removed.has(name))
  const added = (edit.addLabels ?? []).filter(({ name }) => !kept.some((label) => label.name === name))
  return {
    ...device,
    custom_name: edit.customName === undefined ? device.custom_name : edit.customName,
    notes: edit.notes === undefined ? device.notes : edit.notes,
    labels: inLabelOrder([...kept, ...added], edit.labelOrder),
  }
}

/** Lists the labels that the account is known to have. @param unused those that no phone has */
export function labelsOfFleet(
  devices: readonly Device[],
  unused: readonly Pick<Label, 'name' | 'color'>[] = [],
): NewLabel[] {
  const colors = new Map(devices.flatMap(({ labels }) => labels).map(({ name, color }) => [name, color]))
  return [
    ...[...colors].map(([name, color]) => ({ name, color })),
    ...unused.map(({ name, color }) => ({ name, color, isUnused: true })),
  ]
}

// From here on a person should know how near the limit is.
const nearFull = 0.9

/** Counts the labels that the account is known to have, once they come near its limit; null before (spec 2, Label, rule 4). */
export function accountLabels(known: readonly NewLabel[]): number | null {
  const n = known.length
  return n >= limits.labelsPerAccount * nearFull ? n : null
}

/**
 * Lists the labels to offer for a typed text, the likeliest first: the label of that name, labels that begin with it, a
 * new one, labels that contain it. Empty if all the phones have a label of that name.
 */
export function labelChoices(
  fleet: readonly NewLabel[],
  taken: ReadonlySet<string>,
  typed: string,
): LabelChoice[] {
  const name = typed.trim()
  if (taken.has(name)) return []
  const wanted = plain(name)
  const known = fleet.filter((label) => !taken.has(label.name)).map((label) => ({ ...label, isNew: false }))
  const same = known.filter((label) => label.name === name)
  const alike = known.filter((label) => label.name !== name && plain(label.name).includes(wanted))
  const startsWithIt = (label: NewLabel) => plain(label.name).startsWith(wanted)
  const isNew = name !== '' && same.length === 0 && nameFlawOf(name, limits.labelNameChars) === null
  return [
    ...same,
    ...alike.filter(startsWithIt),
    ...(isNew ? [{ name, color: newColor, isNew }] : []),
    ...alike.filter((label) => !startsWithIt(label)),
  ]
}

/** Lists the labels that any of these phones will have, in the draft's order, else in that of the phones. */
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
  return inLabelOrder([...counts.values()], draft.order ?? [])
}

/** Returns the notes if all phones have the same; null if they differ. */
export function sharedNotes(devices: readonly Device[]): string | null {
  const [first, ...others] = devices.map(({ notes }) => notes ?? '')
  return others.every((notes) => notes === first) ? (first ?? '') : null
}

/** Lists the phones that would exceed the limit of labels. */
export function overfull(devices: readonly Device[], draft: EditDraft): Device[] {
  if (draft.added.length === 0) return []
  return devices.filter((device) => afterEdit(device, editOf(draft)).labels.length > limits.labelsPerDevice)
}
