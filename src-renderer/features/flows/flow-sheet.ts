import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import { caseColumnsFlaw, caseNames, caseRowReader, type CaseRow } from '../../../src-shared/sheets/case-rows'
import type { SheetFlaw } from '../../../src-shared/sheets/sheet'
import { readTable, type ReadTable } from '../../../src-shared/sheets/table'
import { readAlongWall } from '../../stores/read-along-wall'

/** What the rows of a sheet give a run, and what is wrong with them. */
export interface SheetCases {
  rows: readonly (CaseRow & { publicId: string })[]
  phones: readonly string[]
  /** Of the rows that can't be used. */
  flaws: readonly { line: number; flaw: SheetFlaw }[]
  /** Of its columns; null for none. */
  columnsFlaw: SheetFlaw | null
}

/** The sheet whose rows the next run has its values of, until another fleet opens. */
export const useFlowSheet = defineStore('flow-sheet', () => {
  const name = ref('')
  const read = shallowRef<ReadTable | null>(null)
  const leavesOut = ref(false)

  const table = computed(() => (read.value && 'table' in read.value ? read.value.table : null))
  const wrong = computed(() => (read.value && 'wrong' in read.value ? read.value.wrong : null))
  const isChosen = computed(() => read.value !== null)
  /** The names that it sets. */
  const columns = computed(() => (table.value ? caseNames(table.value) : []))

  const open = (bytes: Uint8Array, of: string) => {
    name.value = of
    leavesOut.value = false
    read.value = readTable(bytes)
  }
  const close = () => {
    name.value = ''
    read.value = null
  }
  /** Reads the rows of the wanted phones; null without a sheet. @param needed names that a row has to set */
  const casesFor = (publicIds: readonly string[], needed: readonly string[]): SheetCases | null => {
    if (!table.value) return null
    const wanted = new Set(publicIds)
    const columnsFlaw = caseColumnsFlaw(table.value, needed)
    const readRow = caseRowReader(table.value, needed)
    const rows: (CaseRow & { publicId: string })[] = []
    const flaws: { line: number; flaw: SheetFlaw }[] = []
    for (const row of readAlongWall(table.value, wanted, false).rows) {
      const { line, publicId } = row
      if (publicId !== null && !wanted.has(publicId)) continue
      const found = row.flaw ? { wrong: row.flaw } : readRow(row)
      if ('wrong' in found) flaws.push({ line, flaw: found.wrong })
      else if (publicId !== null) rows.push({ ...found.value, publicId })
    }
    return { rows, phones: [...new Set(rows.map(({ publicId }) => publicId))], flaws, columnsFlaw }
  }
  const take = (event: AppEvent) => {
    if (event.type === 'opened') close()
  }
  return { name, table, wrong, isChosen, leavesOut, columns, open, close, casesFor, take }
})
