import { basename, resolve } from 'node:path'
import { mayHaveHappened } from '../../../src-shared/protocol/fault-predicates'
import { columnsIn, fileNamesIn, fill } from '../../../src-shared/sheets/fill'
import type { SheetFlaw, SheetRow } from '../../../src-shared/sheets/sheet'
import { faultOf } from '../../../src-shared/protocol/fault'
import { toJsonLine } from '../../core/disk/json-line'
import { UsageError } from '../../core/base/start-arguments'
import { findSheetFiles } from '../../core/sheets/sheet-files'
import { pathFile } from '../../core/uploads/path-file'
import type { FlowPhone } from '../../core/flows/on-phone/flow-phone'
import { sayWhy } from '../../core/flows/on-phone/say-why'
import { Stopped } from '../../core/flows/on-phone/step-failure'
import { fleetOptions, readArguments } from '../terminal/arguments'
import { openSheetPhones, readData, sheetOptions } from '../fleet/data-sheet'
import { openPhones, type OpenPhones } from '../fleet/open-phones'
import { stopSignal } from '../terminal/stop-signal'
import { exits, type Terminal, plain } from '../terminal/terminal'

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

/**
 * Uploads each phone its files, and says what came of each, also when the command is stopped: what waits is not sent, and
 * what is under way has an unknown outcome.
 * @returns the exit code
 */
async function upload(
  open: OpenPhones,
  pathsOf: (publicId: string) => readonly string[],
  isJson: boolean,
  terminal: Terminal,
): Promise<number> {
  const { stop, off } = stopSignal(terminal, 'sent')
  const counts = { done: 0, failed: 0, cancelled: 0, unknown: 0 }
  const send = async (phone: FlowPhone, path: string) => {
    const { state, message } = await phone.upload(path, stop).then(
      () => ({ state: 'done' as const, message: null }),
      (thrown: unknown) => ({ state: stateOf(thrown), message: sayWhy(thrown).message }),
    )
    counts[state] += 1
    const file = basename(path)
    if (isJson) {
      const shown = { id: phone.publicId, name: phone.name }
      terminal.print(toJsonLine({ type: 'upload', phone: shown, file, state, message }))
    } else if (message === null) terminal.print(`${plain(`${file} is on ${phone.name}`)}\n`)
    if (message !== null) terminal.complain(`${file} to ${phone.name}: ${message}`)
  }
  try {
    await Promise.all(
      open.phones.flatMap((phone) => pathsOf(phone.publicId).map((path) => send(phone, path))),
    )
    const { done, failed, cancelled, unknown } = counts
    if (!stop.aborted) return failed + unknown > 0 ? exits.failed : exits.passed
    terminal.complain(
      `stopped: ${done} sent, ${cancelled} not sent, ${unknown} unknown${failed > 0 ? `, ${failed} failed` : ''}`,
    )
    return exits.stopped
  } finally {
    off()
    open.close()
  }
}

/** How an upload ended that did not arrive for certain. */
function stateOf(thrown: unknown): 'failed' | 'cancelled' | 'unknown' {
  if (thrown instanceof Stopped) return 'cancelled'
  const fault = faultOf(thrown)
  return fault.kind === 'outcome-unknown' || mayHaveHappened(fault) ? 'unknown' : 'failed'
}
