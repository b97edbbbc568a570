import { commaList } from '../texts/comma-list'
import type { Spoken } from '../texts/spoken'
import type { sheetMessages } from './messages'
import type { SheetFlaw } from './sheet'
import { tableLimits, type TableFlaw } from './table'

export type SheetWords = Spoken<typeof sheetMessages>['sheetFlaws']

const megabyte = 1024 * 1024

/** Says in a sentence why a file is no table. */
export function tableFlawText(flaw: TableFlaw, { table }: SheetWords): string {
  switch (flaw.kind) {
    case 'too-large':
      return table[flaw.kind]({ most: tableLimits.bytes / megabyte })
    case 'too-many-rows':
      return table[flaw.kind]({ line: String(flaw.line), most: tableLimits.rows })
    case 'too-many-columns':
      return table[flaw.kind]({ line: String(flaw.line), most: tableLimits.columns })
    default:
      return table[flaw.kind]
  }
}

/** Says what is wrong with a row, to stand after its line. @param locale (BCP 47) of the words */
export function rowFlawText(flaw: SheetFlaw, { row, file }: SheetWords, locale = 'en'): string {
  switch (flaw.kind) {
    case 'file':
      return file[flaw.reason](flaw)
    case 'gone':
    case 'same-name':
      return row[flaw.kind](flaw)
    case 'no-action':
      return row[flaw.kind](flaw)
    case 'twice':
      return row.twice({ earlier: String(flaw.earlier) })
    case 'more-rows':
      return row['more-rows'](flaw)
    case 'no-column':
      return row[flaw.kind]({ column: commaList(locale, flaw.columns) })
    case 'column-twice':
    case 'empty':
    case 'seen':
      return row[flaw.kind](flaw)
    case 'too-long':
    case 'too-many-labels':
      return row[flaw.kind](flaw)
    default:
      return row[flaw.kind]
  }
}
