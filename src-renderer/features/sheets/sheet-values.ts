import type { DeviceEdit } from '../../../src-shared/features/device-edit'
import type { Deed } from '../../../src-shared/protocol/action'
import type { Device } from '../../../src-shared/protocol/device'
import { limits } from '../../../src-shared/protocol/limits'
import { flawOf } from '../../../src-shared/protocol/text-rules'
import { columnsIn, fileNamesIn, fill } from '../../../src-shared/sheets/fill'
import { isSecretColumn, type SheetFlaw, type SheetRow } from '../../../src-shared/sheets/sheet'
import { plainCell } from '../../../src-shared/texts/csv-cell'
import { pathOf } from '../../phone/input/folder-files'
import { isPlaceholder, namesByPattern } from '../../rules/name-pattern'
import type { EditFlaw, SheetUse } from '../../rules/sheet-use'
import { typedUrl } from '../../rules/typed-url'
import { editColumns, editOfRow } from './edit-of-row'

/** What a row has its phone do. */
export type RowWork = { act: Deed } | { files: readonly File[] } | { edit: DeviceEdit }

export interface RowValue {
  row: SheetRow
  /** What the phone gets; empty with a flaw and for an edit of several fields, hidden where it holds a secret. */
  shown: string
  isSecret: boolean
  flaw: SheetFlaw | { kind: 'edit'; why: EditFlaw } | null
  /** Null with a flaw. */
  work: RowWork | null
}

export interface ValueOptions {
  use: SheetUse
  template: string
  device: (publicId: string) => Device | undefined
  /** Those that the person gave for an upload. */
  files: FilesByName
}

type Filled = RowWork | { wrong: NonNullable<RowValue['flaw']> }

/** Stands for a secret on the screen. */
export const hidden = '•••'
/** What these give is seen on the wall and in the activity log. */
const seenUses: readonly SheetUse[] = ['upload', 'name', 'labels']

/** Returns what each row of a sheet gives its phone. */
export function valuesOf(rows: readonly SheetRow[], options: ValueOptions): RowValue[] {
  const { use, template } = options
  const secret = use === 'import' ? undefined : columnsIn(template).find(isSecretColumn)
  const isSecret = secret !== undefined
  const [seen] = isSecret && seenUses.includes(use) ? [{ kind: 'seen', column: secret } as const] : []
  return rows.map((row, index): RowValue => {
    const flawed = (flaw: RowValue['flaw']): RowValue => ({ row, isSecret, shown: '', flaw, work: null })
    const device = row.publicId === null ? undefined : options.device(row.publicId)
    if (row.flaw || !device) return flawed(row.flaw ?? { kind: 'no-phone' })
    if (use === 'import') {
      const work = importOf(row, device)
      return 'wrong' in work ? flawed(work.wrong) : { row, isSecret, shown: '', flaw: null, work }
    }
    if (seen) return flawed(seen)
    // What a name's pattern knows beside the columns.
    const ofPattern = (name: string) =>
      isPlaceholder(name) ? (namesByPattern(`{${name}}`, [device], index + 1)[0] ?? null) : null
    const filled = fill(template, row, ofPattern)
    if ('wrong' in filled) return flawed(filled.wrong)
    const work = workOf(filled.text, device, options)
    if ('wrong' in work) return flawed(work.wrong)
    // Of labels it counts which ones go and come.
    const shown = use === 'labels' ? '' : filled.text
    return { row, isSecret, shown: isSecret ? hidden : shown, flaw: null, work }
  })
}

/** Edits what the row has cells for, as an export writes them: Excel leaves out empty ones at the end of rows. */
function importOf(row: SheetRow, device: Device): Filled {
  if (editColumns.every((column) => row.value(column) === null)) return { wrong: { kind: 'no-edit' } }
  const edit = editOfRow(device, (column) => {
    const cell = row.cell(column)
    return cell === null || column === 'labels' ? cell : plainCell(cell)
  })
  return typeof edit === 'string' ? { wrong: { kind: 'edit', why: edit } } : { edit }
}

/** Names the lines with another `name` than the service's, which an edit can't change. */
export const renamedLines = (
  rows: readonly SheetRow[],
  device: (publicId: string) => Device | undefined,
): number[] =>
  rows.flatMap((row) => {
    const name = row.value('name')?.trim() ?? ''
    const original = row.publicId === null ? undefined : device(row.publicId)?.name.trim()
    return name !== '' && original !== undefined && name !== original ? row.line : []
  })

function workOf(text: string, device: Device, { use, files }: ValueOptions): Filled {
  switch (use) {
    case 'text':
    case 'clipboard': {
      const flaw = flawOf(text, limits.textChars)
      if (flaw === 'too-long') return { wrong: { kind: flaw, most: limits.textChars } }
      if (flaw) return { wrong: { kind: flaw } }
      return { act: { type: use === 'text' ? 'text' : 'clipboard_set', text } }
    }
    case 'address': {
      const url = typedUrl(text)
      return url === null ? { wrong: { kind: 'no-address' } } : { act: { type: 'open_url', url } }
    }
    case 'upload':
      return filesOf(text, files)
    default: {
      const column = use === 'name' ? 'custom_name' : use
      const edit = editOfRow(device, (each) => (each === column ? text : null))
      return typeof edit === 'string' ? { wrong: { kind: 'edit', why: edit } } : { edit }
    }
  }
}

/** Files by their names without folders. */
export type FilesByName = ReadonlyMap<string, readonly File[]>

// macOS writes letters with marks in another way than sheets do.
const even = (name: string) => name.normalize('NFC')
const baseOf = (path: string) => even(path).split(/[\\/]/).at(-1) ?? ''

export function byName(files: readonly File[]): FilesByName {
  const named = new Map<string, File[]>()
  for (const file of files) {
    const name = even(file.name)
    named.set(name, [...(named.get(name) ?? []), file])
  }
  return named
}

/** Of the files of a name, those whose folders fit the path in the sheet; a picked file has no folder, and a name fits all. */
function inFolder(files: readonly File[], path: string): readonly File[] {
  const wanted = `/${even(path)
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')}`
  return files.filter((file) => {
    const own = `/${even(pathOf(file))}`
    return own === '/' || own.endsWith(wanted) || wanted.endsWith(own)
  })
}

function filesOf(text: string, files: FilesByName): Filled {
  const found: File[] = []
  for (const name of fileNamesIn(text)) {
    const wrong = (reason: Extract<SheetFlaw, { kind: 'file' }>['reason']): Filled => ({
      wrong: { kind: 'file', reason, name },
    })
    const [file, other] = inFolder(files.get(baseOf(name)) ?? [], name)
    if (!file) return wrong('gone')
    if (other) return wrong('several')
    if (file.size === 0) return wrong('empty')
    if (file.size > limits.ticketBytes) return wrong('too-large')
    if (found.includes(file)) return wrong('twice')
    found.push(file)
  }
  return found.length > 0 ? { files: found } : { wrong: { kind: 'nothing' } }
}
