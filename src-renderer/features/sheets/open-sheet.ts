import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import { columnsIn } from '../../../src-shared/sheets/fill'
import { columnFlaw, firstOwnColumn, keyOf, ownColumns } from '../../../src-shared/sheets/sheet'
import { readTable, tableLimits, tableOfText, type ReadTable } from '../../../src-shared/sheets/table'
import { pathOf } from '../../phone/input/folder-files'
import type { SheetUse } from '../../rules/sheet-use'
import { editColumns } from './edit-of-row'

/** The columns that people name so, by what they are for. */
const likely: Partial<Record<SheetUse, RegExp>> = {
  address: /^(link|url|address|adresse)$/i,
  upload: /^(files?|path|datei(en)?|photo|foto|video|image|bild)$/i,
  name: /^(custom_name|new_name|name)$/i,
  notes: /^(notes?|notiz(en)?)$/i,
  labels: /^labels?$/i,
}

/** Whether a file is a table by its name. */
export const isTable = ({ name }: File): boolean => /\.(csv|tsv)$/i.test(name)

/** The sheet that the person works with, until another fleet opens. */
export const useOpenSheet = defineStore('open-sheet', () => {
  const read = shallowRef<ReadTable | null>(null)
  /** Of the file; empty for one that was written here. */
  const name = ref('')
  /** As it came; null for one that was written here. */
  const bytes = shallowRef<Uint8Array | null>(null)
  const written = ref('')
  const use = ref<SheetUse>('text')
  const template = ref('')
  /** The value that was suggested last; any other one is the person's. */
  let suggested = ''
  const files = shallowRef<readonly File[]>([])

  const table = computed(() => (read.value && 'table' in read.value ? read.value.table : null))
  const wrong = computed(() => (read.value && 'wrong' in read.value ? read.value.wrong : null))
  const columns = computed(() => (table.value ? ownColumns(table.value) : []))
  /** Those whose values the phones get. */
  const usedColumns = computed(() => {
    const named = use.value === 'import' ? editColumns : columnsIn(template.value)
    return named.filter((each) => table.value && columnFlaw(table.value, [each])?.kind !== 'no-column')
  })
  /** Of two columns of one name, of which only one could be meant; null for none. */
  const columnsFlaw = computed(() => {
    if (!table.value) return null
    const key = keyOf(table.value)
    return columnFlaw(table.value, [...(key === 'position' ? [] : [key]), ...usedColumns.value])
  })

  /** Suggests a value for what the sheet is used for. */
  const suggest = () => {
    const fits = likely[use.value]
    const column =
      columns.value.find((each) => fits?.test(each)) ?? firstOwnColumn(table.value ?? { columns: [] })
    suggested = column === '' ? '' : `{${column}}`
    template.value = suggested
  }
  const take = (next: ReadTable | null) => {
    read.value = next
    const isThere = columns.value.some((column) => template.value.includes(`{${column}}`))
    if (!isThere && template.value === suggested) suggest()
  }
  const openBytes = (given: Uint8Array, of: string) => {
    name.value = of
    bytes.value = given
    written.value = ''
    take(readTable(given))
  }
  const openFile = async (file: File) =>
    openBytes(new Uint8Array(await file.slice(0, tableLimits.bytes + 1).arrayBuffer()), file.name)
  /** Takes files that were dropped together: the only table among them, or beside their folders, is the sheet. */
  const openFiles = async (given: readonly File[]) => {
    const tables = given.filter(isTable)
    const beside = tables.filter((file) => !pathOf(file).includes('/'))
    const [only] = tables.length === 1 ? tables : beside.length === 1 ? beside : []
    files.value = given.filter((file) => file !== only)
    if (only) await openFile(only)
    // Which of several was meant is not known, and an earlier sheet was not.
    else if (tables.length > 1) write('')
  }
  const write = (text: string) => {
    name.value = ''
    bytes.value = null
    written.value = text
    take(text.trim() === '' ? null : tableOfText(text))
  }
  const useFor = (wanted: SheetUse, value?: string) => {
    use.value = wanted
    if (value === undefined) suggest()
    else template.value = value
  }
  const forget = () => {
    write('')
    suggest()
    files.value = []
  }
  const hear = (event: AppEvent) => {
    if (event.type === 'opened') forget()
  }
  return {
    ...{
      name,
      bytes,
      written,
      use,
      template,
      files,
      table,
      wrong,
      columns,
      usedColumns,
      columnsFlaw,
    },
    ...{ openBytes, openFile, openFiles, write, useFor, take: hear },
  }
})
