import type { DeviceEdit } from '../../../src-shared/bridge/device-edit'
import type { Device } from '../../../src-shared/protocol/device'
import type { DevicePatch } from '../../../src-shared/protocol/device-patch'

/**
 * What to send so that an edit is made to a phone as it is now (spec 4.4); without any field when nothing would change.
 * @param colors of the account's labels, by name: what exists keeps its colour (spec 4.4, rule 6)
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

/** Null when they stay as they are. */
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
  return added.length === 0 && kept.length === device.labels.length ? null : [...kept, ...added]
}
