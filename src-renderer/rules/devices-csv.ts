import Papa from 'papaparse'
import { plainCell } from '../../src-shared/bridge/csv-cell'
import type { DeviceEdit } from '../../src-shared/bridge/device-edit'
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
  /** How many rows change nothing. */
  unchanged: number
  /** By the line of the file where the row begins; the header is line 1. */
  flaws: readonly { line: number; flaw: RowFlaw }[]
  /** The lines with another `name` than the service's, which an import can't change. */
  renamed: readonly number[]
}

const known = ['public_id', 'name', 'custom_name', 'notes', 'labels'] as const
type Column = (typeof known)[number]

/** Reads a file as text: UTF-8, or UTF-16 with its mark, as spreadsheets save it. Null when it is neither. */
export function textOfCsv(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const evenLines = (text: string) => text.replaceAll(/\r\n?/g, '\n')
const linesIn = (text: string) => (text.match(/\r\n|\r|\n/g) ?? []).length

/** Names what divides the cells, by the header: the cells of labels hold semicolons themselves. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const count = (sign: string) => header.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** Splits CSV into rows with the lines where they begin; commas, semicolons or tabs divide the cells. */
function rowsOf(text: string): { line: number; cells: string[]; isBroken: boolean }[] {
  const rows: { line: number; cells: string[]; isBroken: boolean }[] = []
  let [line, begun] = [1, 0]
  Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    step({ data, errors, meta }) {
      // That no delimiter was found is no mistake of this row.
      const isBroken = errors.some(({ type }) => type === 'Quotes')
      if (data.some((cell) => cell !== '')) rows.push({ line, cells: data, isBroken })
      line += linesIn(text.slice(begun, meta.cursor))
      begun = meta.cursor
    },
  })
  return rows
}

const namesIn = (cell: string) =>
  (Papa.parse<string[]>(cell, { delimiter: ';' }).data[0] ?? [])
    .map((name) => plainCell(name.trim()).trim())
    .filter(Boolean)

/**
 * Reads what `devicesCsv` of the core writes, also after a spreadsheet has saved it. A column that is missing changes
 * nothing, and neither does a cell that is: Excel leaves out empty ones at the end of rows. `name`, the service's own, is only compared. A label that is new to the account gets the service's usual colour.
 * @returns null without a column `public_id`
 */
export function readDevicesCsv(text: string, devices: readonly Device[]): ReadCsv | null {
  const [header, ...rows] = rowsOf(text)
  const at = new Map(
    known.flatMap((column) => {
      const index = header?.cells.findIndex((cell) => cell.trim().toLowerCase() === column) ?? -1
      return index < 0 ? [] : [[column, index] as const]
    }),
  )
  if (!at.has('public_id')) return null
  const byId = new Map(devices.map((device) => [device.public_id, device]))
  const edits = new Map<string, DeviceEdit>()
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
    const isTooLong = cells.slice(header?.cells.length).some((cell) => cell.trim() !== '')
    const flaw = isBroken ? 'cells' : isTooLong ? 'more-cells' : seen.has(publicId) ? 'phone-twice' : null
    seen.add(publicId)
    const edit = device && editOfRow(device, value)
    if (flaw !== null || !edit) flaws.push({ line, flaw: flaw ?? 'unknown-phone' })
    else if (typeof edit === 'string') flaws.push({ line, flaw: edit })
    else {
      const name = value('name')?.trim() ?? ''
      if (name !== '' && name !== device?.name.trim()) renamed.push(line)
      if (Object.keys(edit).length === 0) unchanged += 1
      else edits.set(publicId, edit)
    }
  }
  return { edits, unchanged, flaws, renamed }
}

function editOfRow(device: Device, value: (column: Column) => string | null): DeviceEdit | RowFlaw {
  const name = value('custom_name')?.trim() ?? null
  const notes = value('notes')
  const labels = value('labels')
  if ([name, notes, labels].some((text) => text !== null && !isSendable(text))) return 'characters'
  if (name !== null && name !== '' && !fitsName(name, limits.customNameChars)) return 'name'
  if (notes !== null && codePoints(notes) > limits.notesChars) return 'notes'
  const edit: DeviceEdit = {}
  if (name !== null && name !== (device.custom_name ?? '')) edit.customName = name === '' ? null : name
  if (notes !== null && evenLines(notes) !== evenLines(device.notes ?? ''))
    edit.notes = notes === '' ? null : notes
  if (labels === null) return edit
  const wanted = new Set(namesIn(labels))
  if (wanted.size > limits.labelsPerDevice) return 'labels'
  if ([...wanted].some((label) => !fitsName(label, limits.labelNameChars))) return 'label-name'
  const present = new Set(device.labels.map((label) => label.name))
  const added = [...wanted].filter((label) => !present.has(label.trim()))
  const removed = [...present].filter((label) => !wanted.has(label.trim()))
  if (added.length > 0) edit.addLabels = added.map((label) => ({ name: label, color: newColor }))
  if (removed.length > 0) edit.removeLabels = removed
  return edit
}
