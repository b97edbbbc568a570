import Papa from 'papaparse'
import { plainCell } from '../../src-shared/texts/csv-cell'
import { evenLines, type Table } from '../../src-shared/sheets/table'
import type { DeviceEdit } from '../../src-shared/features/device-edit'
import type { Device } from '../../src-shared/protocol/device'
import { limits } from '../../src-shared/protocol/limits'
import { newColor } from './phone-edit'
import { codePoints, fitsName, isSendable } from '../../src-shared/protocol/text-rules'

/** What is wrong with a row of the file. */
export type RowFlaw =
  | 'unknown-phone'
  | 'phone-twice'
  | 'cells'
  | 'more-cells'
  | 'name'
  | 'notes'
  | 'labels'
  | 'label-name'
  | 'characters'

export interface ReadCsv {
  /** What to change on each phone; a phone that stays as it is has none. */
  edits: ReadonlyMap<string, DeviceEdit>
  /** The line of each of these edits. */
  lines: ReadonlyMap<string, number>
  /** How many rows change nothing. */
  unchanged: number
  /** By the line of the file where the row begins; the header is line 1. */
  flaws: readonly { line: number; flaw: RowFlaw }[]
  /** The lines with another `name` than the service's, which an import can't change. */
  renamed: readonly number[]
}

const known = ['public_id', 'name', 'custom_name', 'notes', 'labels'] as const
type Column = (typeof known)[number]

// A line break inside the cell (Alt+Enter) divides labels like a semicolon.
const namesIn = (cell: string) =>
  Papa.parse<string[]>(cell, { delimiter: ';', newline: '\n' })
    .data.flat()
    .map((name) => plainCell(name.trim()).trim())
    .filter(Boolean)

/**
 * Reads what `devicesCsv` of the core writes, also after a spreadsheet has saved it. A column that is missing changes
 * nothing, and neither does a cell that is: Excel leaves out empty ones at the end of rows. `name`, the service's own, is only compared. A label that is new to the account gets the service's usual colour.
 * @returns null without a column `public_id`
 */
export function readDevicesCsv({ columns, rows }: Table, devices: readonly Device[]): ReadCsv | null {
  const at = new Map(
    known.flatMap((column) => {
      const index = columns.findIndex((name) => name.toLowerCase() === column)
      return index < 0 ? [] : [[column, index] as const]
    }),
  )
  if (!at.has('public_id')) return null
  const byId = new Map(devices.map((device) => [device.public_id, device]))
  const edits = new Map<string, DeviceEdit>()
  const lines = new Map<string, number>()
  const flaws: { line: number; flaw: RowFlaw }[] = []
  const renamed: number[] = []
  const seen = new Set<string>()
  let unchanged = 0
  for (const { line, cells, isBroken } of rows) {
    const value = (column: Column) => {
      const index = at.get(column)
      const cell = index === undefined ? undefined : cells[index]
      return cell === undefined ? null : column === 'labels' ? cell : plainCell(cell)
    }
    const publicId = (value('public_id') ?? '').trim()
    const device = byId.get(publicId)
    const isTooLong = cells.slice(columns.length).some((cell) => cell.trim() !== '')
    const flaw = isBroken ? 'cells' : isTooLong ? 'more-cells' : seen.has(publicId) ? 'phone-twice' : null
    seen.add(publicId)
    const edit = device && editOfRow(device, value)
    if (flaw !== null || !edit) flaws.push({ line, flaw: flaw ?? 'unknown-phone' })
    else if (typeof edit === 'string') flaws.push({ line, flaw: edit })
    else {
      const name = value('name')?.trim() ?? ''
      if (name !== '' && name !== device?.name.trim()) renamed.push(line)
      if (Object.keys(edit).length === 0) unchanged += 1
      else {
        edits.set(publicId, edit)
        lines.set(publicId, line)
      }
    }
  }
  return { edits, lines, unchanged, flaws, renamed }
}

/** Returns what cells change on a phone; a cell that is null changes nothing, one that is empty clears. */
export function editOfRow(device: Device, value: (column: Column) => string | null): DeviceEdit | RowFlaw {
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
