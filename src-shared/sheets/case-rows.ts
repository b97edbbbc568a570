import {
  columnFlaw,
  firstOwnColumn,
  isSecretColumn,
  keyOf,
  ownColumns,
  type SheetFlaw,
  type SheetRow,
} from './sheet'
import type { Table } from './table'

/** A row of a sheet, as flows use it. */
export interface CaseRow {
  line: number
  /** The row's first own value, unless it is secret, else its line. */
  title: string
  /** The values that it gives the flows, by their names. */
  values: Readonly<Record<string, string>>
}

const mostOfTitle = 60
const isName = (column: string) => /^[A-Za-z_]\w{0,199}$/.test(column)

/** Names the columns that flows can use: the person's own whose name is one in `${…}`. */
export const caseNames = (table: Pick<Table, 'columns'>): string[] => ownColumns(table).filter(isName)

/** Says why flows can't use the columns; null when they can. @param needed names that only a column can set */
export function caseColumnsFlaw(table: Pick<Table, 'columns'>, needed: readonly string[]): SheetFlaw | null {
  const key = keyOf(table)
  return columnFlaw(table, [...(key === 'position' ? [] : [key]), ...caseNames(table), ...needed])
}

/** Returns what reads a row for flows. An empty cell sets no name, so that a default holds. @param needed names without one */
export function caseRowReader(
  table: Pick<Table, 'columns'>,
  needed: readonly string[],
): (row: SheetRow) => { value: CaseRow } | { wrong: SheetFlaw } {
  const names = caseNames(table)
  const first = firstOwnColumn(table)
  return (row) => {
    const cells = names.map((name) => [name, row.value(name) ?? ''] as const)
    const empty = cells.find(([name, value]) => value === '' && needed.includes(name))
    if (empty) return { wrong: { kind: 'empty', column: empty[0] } }
    const values = Object.fromEntries(cells.filter(([, value]) => value !== ''))
    return { value: { line: row.line, title: titleOf(row, first), values } }
  }
}

function titleOf(row: SheetRow, column: string): string {
  const value = isSecretColumn(column) ? '' : (row.value(column) ?? '')
  return value.replaceAll(/\s+/g, ' ').trim().slice(0, mostOfTitle) || `line ${row.line}`
}
