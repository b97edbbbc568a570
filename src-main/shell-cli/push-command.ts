import { setMaxListeners } from 'node:events'
import { basename, resolve } from 'node:path'
import { columnsIn, fileNamesIn, fill } from '../../src-shared/sheets/fill'
import type { SheetFlaw, SheetRow } from '../../src-shared/sheets/sheet'
import { toJsonLine } from '../core/disk/json-line'
import { UsageError } from '../core/base/start-arguments'
import { findSheetFiles } from '../core/sheets/sheet-files'
import { pathFile } from '../core/uploads/path-file'
import { sayWhy } from '../core/flows/on-phone/say-why'
import { fleetOptions, readArguments } from './arguments'
import { openSheetPhones, readData, sheetOptions } from './data-sheet'
import { openPhones, type OpenPhones } from './open-phones'
import { exits, type Terminal, plain } from './terminal'

const never = new AbortController().signal
// Each upload listens.
setMaxListeners(0, never)

/** `fleetwall push`: uploads files to phones; with `--data` each phone its own. */
export async function push(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...fleetOptions,
    ...sheetOptions,
    phones: { type: 'string' },
    json: { type: 'boolean' },
  })
  if (positionals.length === 0) throw new UsageError('name a file')
  const sheet = await readData(values, terminal, positionals)
  if (values.phones === undefined && !sheet) throw new UsageError('name the phones: --phones SELECTOR')
  // A name that the sheet fills is of a file in its folder, any other one of the person's.
  const isFilled = (name: string) => sheet !== null && columnsIn(name).length > 0
  const paths = positionals.filter((name) => !isFilled(name)).map((name) => resolve(terminal.folder, name))
  for (const path of paths) await checkFile(path)
  const templates = positionals.filter(isFilled)
  const isJson = values.json === true
  if (!sheet)
    return upload(await openPhones(values, values.phones ?? '', terminal), () => paths, isJson, terminal)
  const open = await openSheetPhones(values, values.phones ?? 'all', terminal, sheet, (row) =>
    filesOf(row, templates, sheet.folder),
  )
  const own = (publicId: string) => (open.rows.get(publicId) ?? []).flatMap(({ value }) => value)
  return upload(open, (publicId) => [...paths, ...own(publicId)], isJson, terminal)
}

/** Finds the files that a row names; several stand with `;` between them. */
async function filesOf(
  row: SheetRow,
  templates: readonly string[],
  folder: string,
): Promise<{ value: string[] } | { wrong: SheetFlaw }> {
  const names: string[] = []
  for (const template of templates) {
    const filled = fill(template, row)
    if ('wrong' in filled) return filled
    names.push(...fileNamesIn(filled.text))
  }
  if (templates.length === 0) return { value: [] }
  const found = await findSheetFiles(folder, names)
  return 'wrong' in found ? found : { value: found.paths }
}

/** @throws UsageError for what is no readable file */
async function checkFile(path: string): Promise<void> {
  await pathFile(path).catch((thrown: unknown) => {
    throw new UsageError(sayWhy(thrown).message)
  })
}

/** Uploads each phone its files, and says what came of each. @returns the exit code */
async function upload(
  open: OpenPhones,
  pathsOf: (publicId: string) => readonly string[],
  isJson: boolean,
  terminal: Terminal,
): Promise<number> {
  try {
    let failed = 0
    await Promise.all(
      open.phones.flatMap((phone) =>
        pathsOf(phone.publicId).map(async (path) => {
          const why = await phone.upload(path, never).then(
            () => null,
            (thrown: unknown) => sayWhy(thrown).message,
          )
          if (why !== null) failed += 1
          const file = basename(path)
          if (isJson) {
            const shown = { id: phone.publicId, name: phone.name }
            const state = why === null ? 'done' : 'failed'
            terminal.print(toJsonLine({ type: 'upload', phone: shown, file, state, message: why }))
          } else if (why === null) terminal.print(`${plain(`${file} is on ${phone.name}`)}\n`)
          if (why !== null) terminal.complain(`${file} to ${phone.name}: ${why}`)
        }),
      ),
    )
    return failed > 0 ? exits.failed : exits.passed
  } finally {
    open.close()
  }
}
