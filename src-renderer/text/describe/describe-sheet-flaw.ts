import { rowFlawText, tableFlawText } from '../../../src-shared/sheets/describe'
import type { SheetFlaw } from '../../../src-shared/sheets/sheet'
import type { TableFlaw } from '../../../src-shared/sheets/table'
import { intlLocale } from '../current-language'
import { messages } from '../messages'

/** Says in a sentence why a file is no table. */
export const describeTableFlaw = (flaw: TableFlaw): string => tableFlawText(flaw, messages.sheetFlaws)

/** Says what is wrong with a row of a sheet, to stand after its line. */
export const describeSheetFlaw = (flaw: SheetFlaw): string =>
  rowFlawText(flaw, messages.sheetFlaws, intlLocale())
