import { isSecretColumn, ownColumns, type SheetFlaw, type SheetRow } from '../../src-shared/sheets/sheet'
import type { CheckedFlow } from '../core/flows/reading/check'
import { missingOf } from '../core/flows/reading/missing'
import type { PhonePlan, PlannedFlow } from '../core/flows/run/run-flows'
import { refuseLine, type DataSheet, type RowsOf } from './data-sheet'

/** The values that a row gives the flows. */
export type CaseValues = Readonly<Record<string, string>>

const mostOfTitle = 60
const isName = (column: string) => /^[A-Za-z_]\w*$/.test(column)

/** Names the columns that flows can use: the person's own whose name is one in `${…}`. */
export const caseNames = ({ table }: DataSheet): string[] => ownColumns(table).filter(isName)

/**
 * Returns what reads a row for the flows. An empty cell sets no name, so that a default holds.
 * @param given the names of `--env`
 * @throws UsageError when the flows use a name that neither a column nor `given` sets
 */
export function rowReader(
  sheet: DataSheet,
  flows: readonly CheckedFlow[],
  given: readonly string[],
): (row: SheetRow) => { value: CaseValues } | { wrong: SheetFlaw } {
  const names = caseNames(sheet)
  const needed = new Set(flows.flatMap((flow) => missingOf(flow, given).flatMap(({ name }) => name ?? [])))
  const missing = [...needed].find((name) => !names.includes(name))
  if (missing !== undefined) refuseLine(sheet, sheet.table.line, { kind: 'no-column', column: missing })
  return (row) => {
    const cells = names.map((name) => [name, row.value(name) ?? ''] as const)
    const empty = cells.find(([name, value]) => value === '' && needed.has(name))
    if (empty) return { wrong: { kind: 'empty', column: empty[0] } }
    return { value: Object.fromEntries(cells.filter(([, value]) => value !== '')) }
  }
}

/** Gives each phone a case for each of its rows and flows; several rows name their cases by their first own column. */
export function withRows(
  plans: readonly PhonePlan[],
  sheet: DataSheet,
  rows: RowsOf<CaseValues>,
): PhonePlan[] {
  const [first = ''] = ownColumns(sheet.table)
  return plans.map(({ phone, flows }) => {
    const own = rows.get(phone.publicId) ?? []
    const titles = own.map(({ row }) => titleOf(row, first))
    return {
      phone,
      flows: own.flatMap(({ row, value: values }, at) => {
        const title = titles[at] ?? ''
        const isAlone = titles.filter((each) => each === title).length === 1
        const name = isAlone ? title : `${title}, line ${row.line}`
        return flows.map((each): PlannedFlow => {
          if (own.length === 1) return { ...each, values }
          return { ...each, values, flow: { ...each.flow, name: `${each.flow.name} (${name})` } }
        })
      }),
    }
  })
}

function titleOf(row: SheetRow, column: string): string {
  const value = isSecretColumn(column) ? '' : (row.value(column) ?? '')
  return value.replaceAll(/\s+/g, ' ').trim().slice(0, mostOfTitle) || `line ${row.line}`
}
