import { plainCell } from '../texts/csv-cell'
import { looksSecret } from '../features/flows-state'
import { evenLines, type Table, type TableRow } from './table'

/** Why a file can't be given to a phone. */
export type FileReason =
  | 'gone'
  | 'outside'
  | 'folder'
  | 'empty'
  | 'unreadable'
  | 'too-large'
  | 'twice'
  | 'several'

/** What is wrong with a row of a sheet, or with what it gives its phone. No flaw names a value that may be secret. */
export type SheetFlaw =
  /** No cell names a phone. */
  | { kind: 'no-phone' }
  | { kind: 'gone'; phone: string }
  | { kind: 'same-name'; phone: string }
  /** The phone has an earlier row, at this line. */
  | { kind: 'twice'; earlier: number }
  | { kind: 'more-rows'; n: number }
  | { kind: 'cells' }
  | { kind: 'more-cells' }
  /** One or more. */
  | { kind: 'no-column'; columns: readonly string[] }
  /** Two columns have the name. */
  | { kind: 'column-twice'; column: string }
  | { kind: 'empty'; column: string }
  | { kind: 'nothing' }
  | { kind: 'too-long'; most: number }
  | { kind: 'unsendable' }
  | { kind: 'no-address' }
  | { kind: 'no-action'; why: string }
  | { kind: 'too-many-labels'; most: number }
  /** A column of secrets gives what all people see. */
  | { kind: 'seen'; column: string }
  /** No column says what to edit. */
  | { kind: 'no-edit' }
  | { kind: 'file'; reason: FileReason; name: string }

/** A phone as a sheet may name it. */
export interface NamedPhone {
  publicId: string
  /** As people see it. */
  name: string
  /** The service's. */
  original: string
}

/** A row, the phone that it is for, and what is wrong with it; a row without a phone has a flaw. */
export interface SheetRow {
  line: number
  publicId: string | null
  flaw: SheetFlaw | null
  /** Returns the row's value in a column; null without such a column. */
  value(column: string): string | null
  /** Returns the cell as it stands in the file; null also where the row is too short to have it. */
  cell(column: string): string | null
}

/** A table with a row for each phone. */
export interface Sheet {
  line: number
  /** How its rows name their phones; `position` counts the rows along the wall. */
  key: 'public_id' | 'name' | 'position'
  /** The person's own columns, in their order. */
  columns: readonly string[]
  rows: readonly SheetRow[]
}

const same = (column: string) => column.toLowerCase()

/** Whether a column's values are hidden on the screen and in reports. */
export const isSecretColumn = (column: string): boolean => looksSecret(column)

/** Says how the rows of a table name their phones. */
export const keyOf = ({ columns }: Pick<Table, 'columns'>): Sheet['key'] =>
  (['public_id', 'name'] as const).find((key) => columns.some((column) => same(column) === key)) ?? 'position'

/** Names the person's own columns, in their order: all but the one that names the phones. */
export function ownColumns(table: Pick<Table, 'columns'>): string[] {
  const key = keyOf(table)
  return table.columns.filter((column) => column !== '' && same(column) !== key)
}

/** Names the person's first column that is not the phones' names; '' for none. */
export const firstOwnColumn = (table: Pick<Table, 'columns'>): string =>
  ownColumns(table).find((column) => same(column) !== 'name') ?? ''

/**
 * Finds the phone of each row: by `public_id`, else by `name` (the shown one before the service's), else by the row's place
 * among `phones`, which stand in the order of the wall.
 * @param isOnce whether a phone may have one row only
 */
export function readSheet(
  table: Table,
  phones: readonly NamedPhone[],
  { isOnce = true }: { isOnce?: boolean } = {},
): Sheet {
  const { line, columns, rows } = table
  const key = keyOf(table)
  // Of two columns of a name the first one counts.
  const places = new Map(columns.map((column, at) => [same(column), at] as const).toReversed())
  const indexOf = (wanted: string) => places.get(same(wanted)) ?? -1
  const [idAt, nameAt] = [indexOf('public_id'), indexOf('name')]
  const find = findPhone(phones)
  const seen = new Map<string, number>()
  const read = (row: TableRow, place: number): SheetRow => {
    const cell = (at: number) => plainCell(row.cells[at] ?? '')
    const named = (at: number) => (at < 0 ? '' : cell(at).trim())
    const found =
      key === 'position'
        ? (phones[place]?.publicId ?? { kind: 'more-rows' as const, n: phones.length })
        : find(named(idAt), named(nameAt))
    const publicId = typeof found === 'string' ? found : null
    const earlier = publicId === null ? undefined : seen.get(publicId)
    if (publicId !== null && earlier === undefined) seen.set(publicId, row.line)
    const hasMore = row.cells.slice(columns.length).some((each) => each.trim() !== '')
    const flaw: SheetFlaw | null = row.isBroken
      ? { kind: 'cells' }
      : hasMore
        ? { kind: 'more-cells' }
        : typeof found !== 'string'
          ? found
          : isOnce && earlier !== undefined
            ? { kind: 'twice', earlier }
            : null
    return {
      line: row.line,
      publicId,
      flaw,
      value(column) {
        const at = indexOf(column)
        return at < 0 ? null : cell(at)
      },
      cell: (column) => row.cells[indexOf(column)] ?? null,
    }
  }
  return { line, key, columns: ownColumns(table), rows: rows.map(read) }
}

/** Returns what finds a phone by its id, else by its name. */
function findPhone(phones: readonly NamedPhone[]): (id: string, name: string) => string | SheetFlaw {
  const ids = new Set(phones.map(({ publicId }) => publicId))
  const byName = (nameOf: (phone: NamedPhone) => string) => {
    const found = new Map<string, string[]>()
    for (const phone of phones) {
      const name = evenLines(nameOf(phone)).trim()
      found.set(name, [...(found.get(name) ?? []), phone.publicId])
    }
    return found
  }
  const [shown, original] = [byName(({ name }) => name), byName((phone) => phone.original)]
  return (id, name) => {
    if (id !== '') return ids.has(id) ? id : { kind: 'gone', phone: id }
    if (name === '') return { kind: 'no-phone' }
    const [only, other] = shown.get(name) ?? original.get(name) ?? []
    if (only === undefined) return { kind: 'gone', phone: name }
    return other === undefined ? only : { kind: 'same-name', phone: name }
  }
}

/** Finds all columns that are used and not there, else one that is there twice; null when all are right. */
export function columnFlaw({ columns }: Pick<Table, 'columns'>, used: readonly string[]): SheetFlaw | null {
  const countOf = (column: string) => columns.filter((each) => same(each) === same(column)).length
  const missing = [...new Set(used)].filter((column) => countOf(column) === 0)
  if (missing.length > 0) return { kind: 'no-column', columns: missing }
  const twice = used.find((column) => countOf(column) > 1)
  return twice === undefined ? null : { kind: 'column-twice', column: twice }
}
