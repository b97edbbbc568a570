import type { CaseRow } from '../../../../src-shared/sheets/case-rows'
import type { CheckedFlow } from '../reading/check'

/** A row of a sheet that a case has its values of. */
export interface NamedRow {
  /** Tells the case from those of the phone's other rows; null for its only row. */
  readonly name: string | null
  readonly values: CaseRow['values']
}

/** A row of a sheet, and its phone. */
export type RowOfPhone = CaseRow & { publicId: string }

/** A flow of a run. */
export interface PlannedFlow extends CheckedFlow {
  /** The row of a sheet whose values it has; they win over the run's. */
  readonly row?: NamedRow
}

/** Names a case of a run: those of a sheet's rows have flow names of their own. */
export const caseKey = (publicId: string, file: string, flow: string): string =>
  JSON.stringify([publicId, file, flow])

/** Gives a flow a row's values, and its name those of several have. */
export const withRow = (checked: CheckedFlow, row: NamedRow): PlannedFlow =>
  row.name === null
    ? { ...checked, row }
    : { ...checked, row, flow: { ...checked.flow, name: `${checked.flow.name} (${row.name})` } }

/** Returns a flow's name without that of its row, as `withRow` gave it. */
export const ownName = (name: string, row: NamedRow['name']): string =>
  row === null ? name : name.slice(0, -` (${row})`.length)

/** Makes the cases of a phone: each flow for each of its rows. Several rows name their cases by their titles. */
export function casesOf(flows: readonly CheckedFlow[], rows: readonly CaseRow[]): PlannedFlow[] {
  const alike = new Map<string, number>()
  for (const { title } of rows) alike.set(title, (alike.get(title) ?? 0) + 1)
  return rows.flatMap(({ line, title, values }) => {
    const name = alike.get(title) === 1 ? title : `${title}, line ${line}`
    return flows.map((each) => withRow(each, { name: rows.length === 1 ? null : name, values }))
  })
}

/** Makes the cases of each phone that has rows, in the order of the phones. */
export function casesOfPhones(
  flows: readonly CheckedFlow[],
  phones: readonly string[],
  rows: readonly RowOfPhone[],
): { phone: string; flows: readonly PlannedFlow[] }[] {
  const rowsOf = new Map<string, RowOfPhone[]>()
  for (const row of rows) {
    const own = rowsOf.get(row.publicId)
    if (own) own.push(row)
    else rowsOf.set(row.publicId, [row])
  }
  return phones.flatMap((phone) => {
    const own = rowsOf.get(phone)
    return own ? [{ phone, flows: casesOf(flows, own) }] : []
  })
}
