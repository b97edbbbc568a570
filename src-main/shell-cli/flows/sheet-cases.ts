import { caseColumnsFlaw, caseRowReader, type CaseRow } from '../../../src-shared/sheets/case-rows'
import type { SheetFlaw, SheetRow } from '../../../src-shared/sheets/sheet'
import type { CheckedFlow } from '../../core/flows/reading/check'
import { missingOf } from '../../core/flows/reading/missing'
import { refuseLine, type DataSheet } from '../fleet/data-sheet'

/**
 * Returns what reads a row for the flows. An empty cell sets no name, so that a default holds.
 * @param given the names of `--env`
 * @throws FlawedSheet when two columns have one name, or the flows use a name that neither a column nor `given` sets
 */
export function rowReader(
  sheet: DataSheet,
  flows: readonly CheckedFlow[],
  given: readonly string[],
): (row: SheetRow) => { value: CaseRow } | { wrong: SheetFlaw } {
  const needed = [
    ...new Set(flows.flatMap((flow) => missingOf(flow, given).flatMap(({ name }) => name ?? []))),
  ]
  const flaw = caseColumnsFlaw(sheet.table, needed)
  if (flaw) refuseLine(sheet, sheet.table.line, flaw)
  return caseRowReader(sheet.table, needed)
}
