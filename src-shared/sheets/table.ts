import Papa from 'papaparse'
import { mostSheetBytes, mostSheetRows } from '../features/sheet-limits'

/** A row of a table, by the line of the file where it begins; the first line is 1. */
export interface TableRow {
  line: number
  /** As they stand in the file, with `\n` at line ends. */
  cells: readonly string[]
  /** Whether its quotation marks don't fit. */
  isBroken: boolean
}

/** A header and rows; blank rows are left out. */
export interface Table {
  /** Of the header. */
  line: number
  /** Trimmed; one without a name is empty. */
  columns: readonly string[]
  rows: readonly TableRow[]
}

/** Why a file is no table that Fleetwall takes. */
export type TableFlaw =
  | { kind: 'too-large' }
  | { kind: 'not-text' }
  | { kind: 'no-rows' }
  | { kind: 'too-many-rows'; line: number }
  | { kind: 'too-many-columns'; line: number }

export type ReadTable = { table: Table } | { wrong: TableFlaw }

/** What a table may have at most. */
export const tableLimits = { rows: mostSheetRows, columns: 100, bytes: mostSheetBytes } as const

/** How many rows show at which sign a file divides its cells. */
const rowsToCompare = 20

// Signs that no text has: pictures, archives and texts that were read in the wrong encoding do.
const noText = /(?![\t\n\v\f\r\x7f-\x9f])\p{Cc}/u

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
function textOf(bytes: Uint8Array): string | null {
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
  // Windows-1252 can read anything, but most of a table is plain letters.
  const plain = bytes.reduce((count, byte) => count + Number(byte < 0x80), 0)
  return plain * 2 > bytes.length ? decoded('windows-1252') : null
}

/** Gives a text the line ends that cells have here. */
export const evenLines = (text: string) => text.replaceAll(/\r\n?/g, '\n')

/** Names what divides the cells, by the header: the cells of labels hold semicolons themselves. */
function delimiterOf(text: string): string {
  const header = text.split('\n').find((line) => line.trim() !== '') ?? ''
  const unquoted = header.replaceAll(/"(?:[^"]|"")*"/g, '')
  const count = (sign: string) => unquoted.split(sign).length
  const signs = ['\t', ',', ';'].toSorted((a, b) => count(b) - count(a))
  const [most = ','] = signs
  // A header that is one quoted cell with commas was saved by an Excel that divides at semicolons.
  if (!unquoted.includes(most)) return header.includes(',') ? ';' : ','
  const likely = signs.filter((sign) => count(sign) === count(most))
  if (likely.length === 1) return most
  // A column may be called `Price, EUR`: the sign of all rows is the right one.
  const even = (delimiter: string) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: rowsToCompare })
    return data.filter(({ length }) => length === data[0]?.length).length
  }
  return likely.toSorted((a, b) => even(b) - even(a))[0] ?? most
}

/**
 * Splits text with even lines into rows, one more than a table may have at most; `fileLine` says where in the file a line of
 * the text is. Blank rows are left out.
 */
function rowsOf(text: string, delimiter: string, fileLine: (line: number) => number): TableRow[] {
  const rows: TableRow[] = []
  let [line, begun] = [0, 0]
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step({ data, errors, meta }, parser) {
      // That no delimiter was found is no mistake of this row.
      const isBroken = errors.some(({ type }) => type === 'Quotes')
      if (data.some((cell) => cell.trim() !== '')) rows.push({ line: fileLine(line), cells: data, isBroken })
      if (rows.length > tableLimits.rows + 1) parser.abort()
      line += text.slice(begun, meta.cursor).split('\n').length - 1
      begun = meta.cursor
    },
  })
  return rows
}

/** Splits a text into rows at every line end, whichever it mixes. A first line `sep=;` names the sign for Excel. */
function allRows(given: string): TableRow[] {
  const all = evenLines(given.replace(/^\uFEFF/, ''))
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

/** Reads a text as a table: what a person typed, or the clipboard of a spreadsheet. */
export function tableOfText(text: string): ReadTable {
  if (noText.test(text)) return { wrong: { kind: 'not-text' } }
  const [header, ...rows] = allRows(text)
  if (!header) return { wrong: { kind: 'no-rows' } }
  const tooMany = rows[tableLimits.rows]
  if (tooMany) return { wrong: { kind: 'too-many-rows', line: tooMany.line } }
  const columns = header.cells.map((cell) => cell.trim())
  const { line } = header
  if (columns.filter((column) => column !== '').length > tableLimits.columns)
    return { wrong: { kind: 'too-many-columns', line } }
  return { table: { line, columns, rows } }
}

/**
 * Reads a file as a table: CSV with commas, semicolons or tabs, as Excel, LibreOffice and other spreadsheets save it, in
 * UTF-8, UTF-16 or Windows-1252, with any line end.
 */
export function readTable(bytes: Uint8Array): ReadTable {
  if (bytes.length > tableLimits.bytes) return { wrong: { kind: 'too-large' } }
  const text = textOf(bytes)
  return text === null ? { wrong: { kind: 'not-text' } } : tableOfText(text)
}
