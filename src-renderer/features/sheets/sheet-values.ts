import type { DeviceEdit } from '../../../src-shared/features/device-edit'
import type { Deed } from '../../../src-shared/protocol/action'
import type { Device } from '../../../src-shared/protocol/device'
import { limits } from '../../../src-shared/protocol/limits'
import { flawOf } from '../../../src-shared/protocol/text-rules'
import { columnsIn, fileNamesIn, fill } from '../../../src-shared/sheets/fill'
import { isSecretColumn, type SheetFlaw, type SheetRow } from '../../../src-shared/sheets/sheet'
import { editOfRow, type RowFlaw } from '../../rules/devices-csv'
import { namesByPattern } from '../../rules/name-pattern'
import type { SheetUse } from '../../rules/sheet-use'
import { typedUrl } from '../../rules/typed-url'

/** What a row has its phone do. */
export type RowWork = { act: Deed } | { files: readonly File[] } | { edit: DeviceEdit }

export interface RowValue {
  row: SheetRow
  /** What the phone gets; empty with a flaw, hidden where it holds a secret. */
  shown: string
  isSecret: boolean
  flaw: SheetFlaw | { kind: 'edit'; why: RowFlaw } | null
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

const hidden = '•••'

/** Returns what each row of a sheet gives its phone. */
export function valuesOf(rows: readonly SheetRow[], options: ValueOptions): RowValue[] {
  const isSecret = columnsIn(options.template).some(isSecretColumn)
  return rows.map((row, index): RowValue => {
    const device = row.publicId === null ? undefined : options.device(row.publicId)
    if (row.flaw || !device)
      return { row, isSecret, shown: '', flaw: row.flaw ?? { kind: 'no-phone' }, work: null }
    // What a name's pattern knows beside the columns: {n}, {n:02}, {name}, {label}.
    const ofPattern = (name: string) => {
      const pattern = `{${name}}`
      const [text = pattern] = namesByPattern(pattern, [device], index + 1)
      return text === pattern ? null : text
    }
    const filled = fill(options.template, row, ofPattern)
    if ('wrong' in filled) return { row, isSecret, shown: '', flaw: filled.wrong, work: null }
    const shown = isSecret ? hidden : filled.text
    const work = workOf(filled.text, device, options)
    return 'wrong' in work
      ? { row, isSecret, shown, flaw: work.wrong, work: null }
      : { row, isSecret, shown, flaw: null, work }
  })
}

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

/** Of several files of a name, only those whose folders fit the path in the sheet too. */
function inFolder(files: readonly File[], path: string): readonly File[] {
  if (files.length < 2) return files
  const end = `/${even(path).replaceAll('\\', '/')}`
  const fitting = files.filter(({ webkitRelativePath }) => even(webkitRelativePath).endsWith(end))
  return fitting.length > 0 ? fitting : files
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
