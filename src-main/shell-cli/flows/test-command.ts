import { lstat, rmdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { caseNames, type CaseRow } from '../../../src-shared/sheets/case-rows'
import { systemClock } from '../../core/time/clock'
import { UsageError } from '../../core/base/start-arguments'
import { sayWriteFault, whyNoFiles, whyNotWritable } from '../../core/disk/write-out'
import { startFilm } from '../../core/recordings/film'
import { checkFlows, type CheckedFlow } from '../../core/flows/reading/check'
import { problemLine } from '../../core/flows/language/problem'
import type { FlowPhone } from '../../core/flows/on-phone/flow-phone'
import { createCaseFolders } from '../../core/flows/reports/case-files'
import { jsonEnd, jsonLine } from '../../core/flows/reports/json-lines'
import { openResultsLog } from '../../core/flows/reports/results-log'
import { leastCost } from '../../core/flows/language/cost'
import type { Cost } from '../../core/flows/language/flow'
import { casesOf } from '../../core/flows/run/planned-flow'
import { divide } from '../../core/flows/run/divide'
import { FleetUse } from '../../core/flows/run/fleet-use'
import { Run, type PhonePlan } from '../../core/flows/run/run-flows'
import type { RunEvent, RunResult } from '../../core/flows/run/run-result'
import { createPictures } from '../../core/pictures/pictures'
import { exits, type Terminal, plain } from '../terminal/terminal'
import { complainOfMissing } from './missing'
import { openSheetPhones, readData, type DataSheet, type RowsOf } from '../fleet/data-sheet'
import { readWords } from '../fleet/fleet-access'
import { openPhones, tellPause, type OpenPhones } from '../fleet/open-phones'
import { count, createProgress } from './progress'
import { rowReader } from './sheet-cases'
import { readTestArguments, resultsFolder, type TestArguments } from './test-arguments'
import { reportPath, writeReport } from './write-report'

/** `fleetwall test`: runs flows on phones, and reports. */
export async function test(args: readonly string[], terminal: Terminal): Promise<number> {
  const asked = readTestArguments(args, terminal.folder, systemClock.now())
  const { flows, problems } = await checkFlows({
    paths: asked.paths,
    from: terminal.folder,
    words: await readWords(asked.fleet, terminal),
    includeTags: asked.includeTags,
    excludeTags: asked.excludeTags,
    leaveOut: [resultsFolder],
  })
  for (const problem of problems) terminal.complain(problemLine(problem), false)
  if (problems.length > 0) return exits.usage
  const sheet = await readData(asked.sheet, terminal)
  complainOfMissing(flows, [...Object.keys(asked.env), ...(sheet ? caseNames(sheet.table) : [])], terminal)
  if (flows.length === 0) throw new UsageError('no flow has these tags')
  if (asked.isDryRun) return onPhones(flows, sheet, asked, terminal)
  await checkPlaces(asked, terminal)
  try {
    return await onPhones(flows, sheet, asked, terminal)
  } finally {
    // Empty when the run did not begin.
    await rmdir(asked.folder).catch(() => undefined)
  }
}

async function onPhones(
  flows: readonly CheckedFlow[],
  sheet: DataSheet | null,
  asked: TestArguments,
  terminal: Terminal,
): Promise<number> {
  const { fleet, phones } = asked
  const read = sheet && rowReader(sheet, flows, Object.keys(asked.env))
  const rows: RowsOf<CaseRow> = new Map()
  const open =
    sheet && read
      ? await openSheetPhones(fleet, phones, terminal, sheet, read, false)
      : { ...(await openPhones(fleet, phones, terminal)), rows }
  try {
    const divided = plan(flows, open.phones, asked.shards)
    const plans = sheet ? withRows(divided, open.rows) : divided
    const shortage = findShortage(leastCost(plans.flatMap((plan) => plan.flows)), asked, open)
    if (asked.isDryRun) sayPlan(plans, terminal)
    if (shortage !== null) {
      terminal.complain(shortage)
      return exits.limit
    }
    return asked.isDryRun ? exits.passed : await run(plans, asked, open, terminal)
  } finally {
    open.close()
  }
}

/** Gives each phone a case for each of its rows and flows. */
const withRows = (plans: readonly PhonePlan[], rows: RowsOf<CaseRow>): PhonePlan[] =>
  plans.map(({ phone, flows }) => {
    const own = (rows.get(phone.publicId) ?? []).map(({ value }) => value)
    return { phone, flows: casesOf(flows, own) }
  })

/** Finds out before the run whether its results can be written. @throws UsageError */
async function checkPlaces(asked: TestArguments, terminal: Terminal): Promise<void> {
  const path = reportPath({ ...asked, here: terminal.folder })
  const parent = dirname(asked.folder)
  // The flows' own folder may be a stranger's, and lead results elsewhere.
  const isLed = asked.isOwnFolder && (await lstat(parent).catch(() => null))?.isSymbolicLink()
  const why =
    (path === null ? null : await whyNotWritable(path)) ??
    (isLed ? `${basename(parent)} is a link: name another folder with --test-output-dir` : null)
  if (why !== null) throw new UsageError(why)
  const whyNone = await whyNoFiles(asked.folder)
  if (whyNone === null) return
  if (!asked.isOwnFolder) throw new UsageError(whyNone)
  // Flows may lie on a disk that takes no files.
  terminal.complain(`no results are kept: ${whyNone}`)
}

/** Gives each phone its flows. @throws UsageError when there are more shards than phones */
function plan(
  flows: readonly CheckedFlow[],
  phones: readonly FlowPhone[],
  shards: number | null,
): PhonePlan[] {
  if (shards !== null && shards > phones.length)
    throw new UsageError(`--shard-split ${shards} needs more phones: ${phones.length} fit`)
  return divide(flows, phones.slice(0, shards ?? undefined), shards !== null)
}

/** Says why a run can't fit; null when it can. */
function findShortage(
  { actions, uploads }: Cost,
  { maxActions }: TestArguments,
  { fleet }: OpenPhones,
): string | null {
  const { usage } = fleet
  if (maxActions !== null && actions > maxActions)
    return `the run needs at least ${count(actions, 'action')}, more than --max-actions ${maxActions}`
  if (!usage) return null
  const until = `until ${usage.resets_at}`
  if (actions > usage.actions.remaining)
    return `the run needs at least ${count(actions, 'action')}, and ${usage.actions.remaining} are left ${until}`
  if (uploads > usage.uploads.remaining)
    return `the run needs ${count(uploads, 'upload')}, and ${usage.uploads.remaining} are left ${until}`
  return usage.active_minutes.remaining <= 0 ? `no active minutes are left ${until}` : null
}

function sayPlan(plans: readonly PhonePlan[], terminal: Terminal): void {
  for (const { phone, flows } of plans)
    terminal.print(`${plain(`${phone.name}: ${flows.map(({ flow }) => flow.name).join(', ')}`)}\n`)
  const { actions, uploads } = leastCost(plans.flatMap((plan) => plan.flows))
  terminal.print(`at least ${count(actions, 'action')} and ${count(uploads, 'upload')}\n`)
}

async function run(
  plans: readonly PhonePlan[],
  asked: TestArguments,
  open: OpenPhones,
  terminal: Terminal,
): Promise<number> {
  const { format, output, folder, env, retries, timeoutMs, maxActions } = asked
  const { usage } = open.fleet
  tellPause(terminal)
  const { running } = terminal
  const pictures = running?.pictures ?? createPictures({ clock: systemClock, start: terminal.startPictures })
  const progress = createProgress(terminal)
  const lines: string[] = []
  const onLogFailed = (error: unknown) => terminal.complain(sayWriteFault(folder, error))
  const log = await openResultsLog(folder, onLogFailed).catch(() => null)
  const report = (event: RunEvent) => {
    log?.take(event)
    if (format !== 'json') return progress.take(event)
    const line = jsonLine(event)
    lines.push(line)
    terminal.print(line)
  }
  const records = open.policy?.recording !== false
  const folders = createCaseFolders(folder, records ? (...film) => startFilm(systemClock, ...film) : null)
  const shared = running?.share()
  const flowRun = new Run({
    clock: systemClock,
    words: open.words,
    pictures,
    plans,
    env,
    timeoutMs,
    retries,
    emit: report,
    mostActions: maxActions ?? Infinity,
    use:
      shared?.use ??
      new FleetUse({
        mostPhones: usage?.max_active_devices ?? plans.length,
        mostActions: usage?.actions.remaining ?? Infinity,
        mostUploads: usage?.uploads.remaining ?? Infinity,
      }),
    filesOf: (flow, phone) => folders(flow, flow.name, { id: phone.publicId, name: phone.name }),
  })
  const off = terminal.onStop(() => flowRun.stop())
  try {
    const result = await flowRun.result
    const exit = exitOf(result)
    const last = jsonEnd(result, exit, output)
    await log?.end(last)
    if (format === 'json') terminal.print(last)
    else progress.end(result)
    const place = { format, output, folder, here: terminal.folder, pictures }
    const path = reportPath(place)
    const why =
      path === null
        ? null
        : await writeReport(path, result, place, [...lines, last]).then(
            () => null,
            (error: unknown) => sayWriteFault(path, error),
          )
    if (why !== null) terminal.complain(`the report is not saved: ${why}`)
    else if (path !== null && format !== 'json') terminal.print(`Report: ${path}\n`)
    if (log && format !== 'json') terminal.print(`Results: ${folder}\n`)
    return why !== null && exit === exits.passed ? exits.failed : exit
  } finally {
    off()
    shared?.end()
    if (!running) pictures.close()
  }
}

function exitOf({ end, cases }: RunResult): number {
  if (end === 'stopped') return exits.stopped
  if (end === 'limit') return exits.limit
  if (end === 'refused') return exits.unreachable
  return cases.every(({ verdict }) => verdict === 'passed') ? exits.passed : exits.failed
}
