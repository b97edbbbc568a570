import Papa from 'papaparse'
import { plainCell } from '../../src-shared/texts/csv-cell'
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

// Signs that no text has: pictures, archives and texts that were read in the wrong encoding do.
// eslint-disable-next-line no-control-regex -- these signs are what is looked for
const noText = /[\0-\x08\x0e-\x1a\x1c-\x1f]/

/**
 * Names the encoding by the mark of the file, or by its first two signs, which are plain letters or quotes in a header:
 * UTF-16 writes each with a NUL.
 */
function utfOf([first, second, third, fourth]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be'
  return 'utf-8'
}

/** Reads a file as text, as spreadsheets save it: UTF-8, UTF-16 or, for old Excel files, Windows-1252. Null when it is none. */
export function textOfCsv(bytes: Uint8Array): string | null {
  const decoded = (encoding: string) => {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      return noText.test(text) ? null : text
    } catch {
      return null
    }
  }
  const utf = utfOf(bytes)
  const text = decoded(utf)
  if (text !== null || utf !== 'utf-8') return text
  // Windows-1252 can read anything, but our columns are plain letters.
  const plain = bytes.reduce((count, byte) => count + Number(byte < 0x80), 0)
  return plain * 2 > bytes.length ? decoded('windows-1252') : null
}

interface Row {
  /** The line of the file where the row begins; the first is 1. */
  line: number
  cells: string[]
  isBroken: boolean
}

const evenLines = (text: string) => text.replaceAll(/\r\n?/g, '\n')

/** Names what divides the cells, by the header: the cells of labels hold semicolons themselves. */
function delimiterOf(text: string): string {
  const header = text.split('\n').find((line) => line.trim() !== '') ?? ''
  const unquoted = header.replaceAll(/"(?:[^"]|"")*"/g, '')
  const count = (sign: string) => unquoted.split(sign).length
  const [most = ','] = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))
  // A header that is one quoted cell with commas was saved by an Excel that divides at semicolons.
  return unquoted.includes(most) || !header.includes(',') ? most : ';'
}

/** Splits text with even lines into rows; `fileLine` says where in the file a line of the text is. Blank rows are left out. */
function rowsOf(text: string, delimiter: string, fileLine: (line: number) => number): Row[] {
  const rows: Row[] = []
  let [line, begun] = [0, 0]
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step({ data, errors, meta }) {
      // That no delimiter was found is no mistake of this row.
      const isBroken = errors.some(({ type }) => type === 'Quotes')
      if (data.some((cell) => cell.trim() !== '')) rows.push({ line: fileLine(line), cells: data, isBroken })
      line += text.slice(begun, meta.cursor).split('\n').length - 1
      begun = meta.cursor
    },
  })
  return rows
}

/**
 * Splits CSV into rows at every line end, whichever the file mixes; commas, semicolons or tabs divide the cells. A first
 * line `sep=;` names the sign for Excel.
 */
function tableOf(csv: string): Row[] {
  const all = evenLines(csv.replace(/^\uFEFF/, ''))
  const [first = '', named] = /^"?sep=([^\n"])"?[;,\t ]*(?:\n|$)/i.exec(all) ?? []
  const text = all.slice(first.length)
  const above = first === '' ? 1 : 2
  const [header = ''] = text.split('\n', 1)
  const delimiter = named !== undefined && header.includes(named) ? named : delimiterOf(text)
  const rows = rowsOf(text, delimiter, (line) => line + above)
  const [whole = '', ...rest] = rows[0]?.cells ?? []
  if (rest.some((cell) => cell.trim() !== '') || !/[;,\t]/.test(whole)) return rows
  // An Excel that divides at another sign keeps each row of ours as one cell, or cuts it at its own sign.
  const lines = rows.flatMap(({ line, cells }) =>
    cells
      .slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
      .join(delimiter)
      .split('\n')
      .map((inner, at) => ({ inner, line: line + at })),
  )
  const inner = lines.map((each) => each.inner).join('\n')
  return rowsOf(inner, delimiterOf(inner), (line) => lines[line]?.line ?? line)
}

/** Names the columns of a file, for the message that `public_id` is not among them. */
export const columnsOfCsv = (text: string): readonly string[] =>
  tableOf(text)[0]
    ?.cells.map((cell) => cell.trim())
    .filter(Boolean) ?? []

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
export function readDevicesCsv(text: string, devices: readonly Device[]): ReadCsv | null {
  const [header, ...rows] = tableOf(text)
  const at = new Map(
    known.flatMap((column) => {
      const index = header?.cells.findIndex((cell) => cell.trim().toLowerCase() === column) ?? -1
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
      else {
        edits.set(publicId, edit)
        lines.set(publicId, line)
      }
    }
  }
  return { edits, lines, unchanged, flaws, renamed }
}

function editOfRow(device: Device, value: (column: Column) => string | null): DeviceEdit | RowFlaw {
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
