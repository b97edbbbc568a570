import type { SheetUse } from '../../rules/sheet-use'
import { useUsage } from '../../stores/usage'
import { messages } from '../../text/messages'
import { formatInstant } from '../../text/numbers'
import type { RowValue } from './sheet-values'

/** What a sheet's values cost. */
export interface SheetCost {
  /** In words. */
  needs: string
  /** Says that only a part fits today's budget; null while all does. */
  tooMuch: string | null
}

/** Says what the values of rows cost; null for edits, which are free (spec 8). */
export function sheetCost(use: SheetUse, good: readonly RowValue[]): SheetCost | null {
  const works = good.flatMap(({ work }) => work ?? [])
  const files = works.flatMap((work) => ('files' in work ? work.files : [])).length
  const acts = works.filter((work) => 'act' in work).length
  if (use !== 'upload' && acts === 0) return null
  const words = messages.sheets
  const { usage } = useUsage()
  const n = use === 'upload' ? files : acts
  const left = usage?.[use === 'upload' ? 'uploads' : 'actions'].remaining ?? n
  return {
    needs: use === 'upload' ? words.costsUploads({ n }) : words.costs({ n }),
    tooMuch: usage && left < n ? words.fewFit({ n: left, time: formatInstant(usage.resets_at) }) : null,
  }
}
