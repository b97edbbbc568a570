import type { TableFlaw } from '../../../src-shared/sheets/table'
import { describeSheetFlaw, describeTableFlaw } from '../../text/describe/describe-sheet-flaw'
import { messages } from '../../text/messages'
import type { SheetCases } from './flow-sheet'

/** What a run would be made of. */
interface Asked {
  flows: number
  phones: number
  areOptionsValid: boolean
  /** What is wrong with the whole sheet. */
  wrong: TableFlaw | null
  /** What the sheet gives; null without one that can be read. */
  cases: SheetCases | null
  /** Whether the person leaves out the lines that can't be used. */
  leavesOut: boolean
}

/** Says what a person has to do before the chosen flows can run; null when nothing is. */
export function whyNotRun({ flows, phones, areOptionsValid, wrong, cases, leavesOut }: Asked): string | null {
  const words = messages.flows.notYet
  if (flows === 0) return words.noFlow
  if (wrong) return describeTableFlaw(wrong)
  if (cases) {
    const { rows, flaws, columnsFlaw } = cases
    if (columnsFlaw) return words.columns({ flaw: describeSheetFlaw(columnsFlaw) })
    if (flaws.length > 0 && !leavesOut) return words.flawed({ n: flaws.length })
    if (rows.length === 0) return words.noRow
  }
  if (phones === 0) return words.noPhone
  return areOptionsValid ? null : words.options
}
