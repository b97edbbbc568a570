import { basename, dirname, resolve } from 'node:path'
import type { Device } from '../../../src-shared/protocol/device'
import { deviceName } from '../../../src-shared/protocol/device-name'
import { rowFlawText, tableFlawText } from '../../../src-shared/sheets/describe'
import { columnsIn } from '../../../src-shared/sheets/fill'
import { sheetMessages } from '../../../src-shared/sheets/messages'
import { columnFlaw, keyOf, readSheet, type SheetFlaw, type SheetRow } from '../../../src-shared/sheets/sheet'
import type { Table } from '../../../src-shared/sheets/table'
import { formatText } from '../../../src-shared/texts/format-text'
import { spoken } from '../../../src-shared/texts/spoken'
import { UsageError } from '../../core/base/start-arguments'
import { codeOf } from '../../core/disk/own-file'
import { readSheetFile } from '../../core/sheets/read-sheet-file'
import type { FleetChoice } from './fleet-access'
import { openPhones, type OpenPhones } from './open-phones'
import type { Terminal } from '../terminal/terminal'

/** The options of a command that takes a sheet. */
export const sheetOptions = { data: { type: 'string' }, 'skip-flawed': { type: 'boolean' } } as const

/** Those options, as they were given. */
export interface SheetChoice {
  data?: string | undefined
  'skip-flawed'?: boolean | undefined
}

/** A sheet can't be used as it is: no option of the command is wrong. */
export class FlawedSheet extends UsageError {}

/** A sheet that `--data` names. */
export interface DataSheet {
  /** Of the file. */
  name: string
  /** Where it lies, absolute. */
  folder: string
  table: Table
  skipsFlawed: boolean
}

/** The rows of a phone, each with what it comes to. */
export type RowsOf<Value> = ReadonlyMap<string, readonly { row: SheetRow; value: Value }[]>

const mostShown = 100
const { sheetFlaws: words } = spoken(sheetMessages, (_, text, values) => formatText('en-GB', text, values))

/**
 * Reads the sheet of `--data`; null without one.
 * @param templates what is filled from its columns
 * @throws UsageError, FlawedSheet
 */
export async function readData(
  { data, 'skip-flawed': skipsFlawed = false }: SheetChoice,
  terminal: Terminal,
  templates: readonly string[] = [],
): Promise<DataSheet | null> {
  if (data === undefined) {
    if (skipsFlawed) throw new UsageError('--skip-flawed needs --data')
    return null
  }
  const path = resolve(terminal.folder, data)
  const name = basename(path)
  const read = await readSheetFile(path).catch((error: unknown) => {
    const code = codeOf(error)
    if (code === 'ENOENT') throw new FlawedSheet(`there is no file ${name}`)
    throw new FlawedSheet(`${name} can’t be read: ${String(code ?? error)}`)
  })
  if ('wrong' in read) throw new FlawedSheet(`${name}: ${tableFlawText(read.wrong, words)}`)
  const { table } = read
  if (table.rows.length === 0) throw new FlawedSheet(`${name} has no row for a phone`)
  const sheet = { name, folder: dirname(path), table, skipsFlawed }
  const key = keyOf(table)
  const flaw: SheetFlaw | null =
    key === 'position'
      ? { kind: 'no-column', columns: ['public_id or name'] }
      : columnFlaw(table, [key, ...templates.flatMap(columnsIn)])
  if (flaw) refuseLine(sheet, table.line, flaw)
  return sheet
}

/** Refuses a whole sheet for what is wrong at a line. @throws FlawedSheet */
export function refuseLine({ name }: Pick<DataSheet, 'name'>, line: number, flaw: SheetFlaw): never {
  throw new FlawedSheet(`${name} line ${line}: ${rowFlawText(flaw, words)}`)
}

/**
 * Opens the phones of a sheet that `selector` leaves, and finds out what each row comes to before anything is sent. Names each
 * flaw by its line.
 * @param isOnce whether a phone may have one row only
 * @throws UsageError, FlawedSheet, FaultError
 */
export async function openSheetPhones<Value>(
  choice: FleetChoice,
  selector: string,
  terminal: Terminal,
  sheet: DataSheet,
  valueOf: (
    row: SheetRow,
  ) => { value: Value } | { wrong: SheetFlaw } | Promise<{ value: Value } | { wrong: SheetFlaw }>,
  isOnce = true,
): Promise<OpenPhones & { rows: RowsOf<Value> }> {
  const rows = new Map<string, { row: SheetRow; value: Value }[]>()
  const choose = async (selected: readonly Device[], all: readonly Device[]) => {
    const named = all.map((device) => ({
      publicId: device.public_id,
      name: deviceName(device),
      original: device.name,
    }))
    const wanted = new Set(selected.map(({ public_id }) => public_id))
    const flaws: string[] = []
    for (const row of readSheet(sheet.table, named, { isOnce }).rows) {
      if (row.publicId !== null && !wanted.has(row.publicId)) continue
      const found = row.flaw ? { wrong: row.flaw } : await valueOf(row)
      if ('wrong' in found) flaws.push(`${sheet.name} line ${row.line}: ${rowFlawText(found.wrong, words)}`)
      else if (row.publicId !== null)
        rows.set(row.publicId, [...(rows.get(row.publicId) ?? []), { row, value: found.value }])
    }
    tellFlaws(flaws, sheet, terminal)
    if (rows.size === 0) throw new FlawedSheet(`no row of ${sheet.name} is left`)
    return selected.filter(({ public_id }) => rows.has(public_id))
  }
  return { ...(await openPhones(choice, selector, terminal, choose)), rows }
}

/** @throws FlawedSheet unless the person leaves such rows out */
function tellFlaws(flaws: readonly string[], { name, skipsFlawed }: DataSheet, terminal: Terminal): void {
  for (const flaw of flaws.slice(0, mostShown)) terminal.complain(flaw, false)
  const more = flaws.length - mostShown
  if (more > 0) terminal.complain(`and ${more} more`, false)
  if (flaws.length === 0 || skipsFlawed) return
  const lines = flaws.length === 1 ? 'one line' : `${flaws.length} lines`
  throw new FlawedSheet(`nothing was sent: ${lines} of ${name} can’t be used. --skip-flawed sends the rest`)
}
