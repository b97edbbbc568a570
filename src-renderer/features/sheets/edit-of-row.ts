import Papa from 'papaparse'
import { plainCell } from '../../../src-shared/texts/csv-cell'
import { evenLines } from '../../../src-shared/sheets/table'
import type { DeviceEdit } from '../../../src-shared/features/device-edit'
import type { Device } from '../../../src-shared/protocol/device'
import { limits } from '../../../src-shared/protocol/limits'
import { codePoints, fitsName, isSendable } from '../../../src-shared/protocol/text-rules'
import { newColor } from '../../rules/phone-edit'
import type { EditFlaw } from '../../rules/sheet-use'

/** The columns that name what to edit, as an export of phones writes them. */
export const editColumns = ['custom_name', 'notes', 'labels'] as const
export type EditColumn = (typeof editColumns)[number]

// A line break inside the cell (Alt+Enter) divides labels like a semicolon.
const namesIn = (cell: string) =>
  Papa.parse<string[]>(cell, { delimiter: ';', newline: '\n' })
    .data.flat()
    .map((name) => plainCell(name.trim()).trim())
    .filter(Boolean)

/**
 * Returns what cells change on a phone; a cell that is null changes nothing, one that is empty clears. A label that is new to
 * the account gets the service's usual colour.
 * @param value of `labels` as it stands in the file, of the others without marks (`plainCell`)
 */
export function editOfRow(
  device: Device,
  value: (column: EditColumn) => string | null,
): DeviceEdit | EditFlaw {
  const name = value('custom_name')?.trim() ?? null
  const notes = value('notes')
  const labels = value('labels')
  if ([name, notes, labels].some((text) => text !== null && !isSendable(text))) return 'characters'
  if (name !== null && name !== '' && !fitsName(name, limits.customNameChars)) return 'name'
  if (notes !== null && codePoints(notes) > limits.notesChars) return 'notes'
  const edit: DeviceEdit = {}
  if (name !== null && name !== evenLines(device.custom_name ?? '').trim())
    edit.customName = name === '' ? null : name
  if (notes !== null && notes !== evenLines(device.notes ?? '')) edit.notes = notes === '' ? null : notes
  if (labels === null) return edit
  const wanted = new Set(namesIn(labels))
  if (wanted.size > limits.labelsPerDevice) return 'labels'
  if ([...wanted].some((label) => !fitsName(label, limits.labelNameChars))) return 'label-name'
  const present = new Set(device.labels.map((label) => label.name))
  const added = [...wanted].filter((label) => !present.has(label.trim()))
  const removed = [...present].filter((label) => !wanted.has(label.trim()))
  if (added.length > 0) edit.addLabels = added.map((label) => ({ name: label, color: newColor }))
  if (removed.length > 0) edit.removeLabels = removed
  const order = [...wanted].map(
    (label) => device.labels.find(({ name }) => name.trim() === label)?.name ?? label,
  )
  const without = [...[...present].filter((label) => wanted.has(label.trim())), ...added]
  if (order.some((label, at) => label !== without[at])) edit.labelOrder = order
  return edit
}
