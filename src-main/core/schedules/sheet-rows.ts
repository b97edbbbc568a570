import type { FlawedLines, ScheduleReason } from '../../../src-shared/features/schedules-state'
import type { Device } from '../../../src-shared/protocol/device'
import { deviceName } from '../../../src-shared/protocol/device-name'
import { columnFlaw, keyOf, readSheet, type SheetFlaw, type SheetRow } from '../../../src-shared/sheets/sheet'
import { readTable, type Table } from '../../../src-shared/sheets/table'

/** A kept sheet as a schedule takes it. */
export interface ScheduledSheet {
  name: string
  table: Table
}

type Read<Value> = { value: Value } | { wrong: SheetFlaw }

/**
 * Reads a kept sheet.
 * @param content in base64; null when it is gone
 * @param columns that it must have, beside one that names the phones: the wall's order may be another at that time
 */
export function scheduledSheet(
  name: string,
  content: string | null,
  columns: readonly string[],
): ScheduledSheet | { reason: ScheduleReason } {
  const flawed = (flaw: Extract<ScheduleReason, { kind: 'sheet' }>['flaw']) => ({
    reason: { kind: 'sheet', sheet: name, flaw } as const,
  })
  if (content === null) return flawed('gone')
  const read = readTable(Buffer.from(content, 'base64'))
  if ('wrong' in read) return flawed('unreadable')
  const { table } = read
  if (keyOf(table) === 'position') return flawed('no-key')
  const missing = columns.find((column) => columnFlaw(table, [column]) !== null)
  if (missing !== undefined) return { reason: { kind: 'column', sheet: name, column: missing } }
  return { name, table }
}

/**
 * Returns what the rows of these phones give them.
 * @param leavesOut whether lines that can't be used are left out; else, and where no other one is left, they are the reason
 */
export async function rowsFor<Value>(
  { name, table }: ScheduledSheet,
  { publicIds, devices, isOnce, leavesOut }: RowsWanted,
  valueOf: (row: SheetRow) => Read<Value> | Promise<Read<Value>>,
): Promise<SheetRows<Value> | { reason: ScheduleReason }> {
  const wanted = new Set(publicIds)
  const named = devices.map((device) => ({
    publicId: device.public_id,
    name: deviceName(device),
    original: device.name,
  }))
  const rows: (Value & { publicId: string })[] = []
  const flawed: { line: number; flaw: SheetFlaw }[] = []
  for (const row of readSheet(table, named, { isOnce }).rows) {
    const { line, publicId } = row
    if (publicId !== null && !wanted.has(publicId)) continue
    const read = row.flaw ? { wrong: row.flaw } : await valueOf(row)
    if ('value' in read && publicId !== null) rows.push({ ...read.value, publicId })
    else flawed.push({ line, flaw: 'wrong' in read ? read.wrong : { kind: 'no-phone' } })
  }
  const [first] = flawed
  const leftOut = first ? { n: flawed.length, first: first.line, flaw: first.flaw } : null
  if (leftOut && (!leavesOut || rows.length === 0))
    return { reason: { kind: 'lines', sheet: name, ...leftOut } }
  return rows.length > 0 ? { rows, leftOut } : { reason: { kind: 'sheet', sheet: name, flaw: 'no-rows' } }
}

interface SheetRows<Value> {
  rows: (Value & { publicId: string })[]
  /** Null for none. */
  leftOut: FlawedLines | null
}

interface RowsWanted {
  publicIds: readonly string[]
  devices: readonly Device[]
  /** Whether a phone may have one row only. */
  isOnce: boolean
  leavesOut: boolean
}
