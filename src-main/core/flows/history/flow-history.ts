import { readdirSync, rmSync, statSync } from 'node:fs'
import { lstat, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fleetKey, type KeyedFleet } from '../../../../src-shared/features/fleets-state'
import type {
  FlowTrend,
  FlowVerdicts,
  KeptPhone,
  KeptRun,
} from '../../../../src-shared/features/flow-history-state'
import { makeFolderSync } from '../../disk/make-folder'
import {
  appendToOwnFile,
  codeOf,
  readOwnFile,
  readOwnLines,
  removeLeftovers,
  replaceOwnFile,
} from '../../disk/own-file'
import type { Clock } from '../../time/clock'
import { listedSchema, lineOf, listRun, readLine, readRun, shownRun, type ListedRun } from './kept-run'
import { openRunLog, type BegunRun, type RunLog } from './run-log'
import { judge, shortTrend, verdictsOf, withFlow, type JudgedPhone } from './verdicts'

export const mostRuns = 1000
const mostBytes = 256 * 1024 * 1024
const dayMs = 86_400_000
// Each may have thousands of pictures.
const mostRemovedAtOnce = 50
// The start has more urgent work.
const removeOldAfterMs = 60_000
const runFile = /^([\da-f-]{36})\.jsonl$/

export interface FlowHistoryOptions {
  clock: Pick<Clock, 'now' | 'after'>
  /** Holds the list of runs, and a file for each; absolute. */
  folder: string
  /** Where runs have their reports and pictures, absolute. */
  results: string
  /** The days for which runs are kept. */
  days: () => number
  /** Runs were added or removed. */
  onChange: () => void
  /** Called for each time that something can't be written or removed. */
  onFailed: (error: unknown) => void
}

/** The runs of flows that have ended, of all fleets, kept for some days. */
export interface FlowHistory {
  begin(run: BegunRun): RunLog
  /** The runs of a fleet, the newest first. @param fleet as `fleetKey` */
  list(fleet: string): KeptRun[]
  /** What came of a run on each phone; null when that is gone. */
  phonesOf(fleet: string, id: string): readonly KeptPhone[] | null
  /** How the last runs of each flow ended. */
  trends(fleet: string): Promise<FlowTrend[]>
  /** The same for one flow, by phone. */
  verdicts(fleet: string, file: string): Promise<FlowVerdicts>
  /** Removes one run, or all of a fleet with null, with their reports and pictures. @throws Error of the file system */
  remove(fleet: string, id: string | null): Promise<void>
  /** Forgets a fleet that was removed. */
  forget(fleet: KeyedFleet): void
  close(): void
}

/** Reads the list when it is first asked for. A run without an end there is one that was interrupted. */
export function openFlowHistory(options: FlowHistoryOptions): FlowHistory {
  const { clock, folder, results, days, onChange, onFailed } = options
  const index = join(folder, 'runs.jsonl')
  const pathOf = (id: string) => join(folder, `${id}.jsonl`)
  /** Oldest first; null until they are read. */
  let known: ListedRun[] | null = null
  /** The phones of runs by their ids, as far as they were read: a run that has ended does not change. */
  const judged = new Map<string, readonly JudgedPhone[]>()

  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      onFailed(error)
    }
  }
  /** What a file tells of a run; null when it is gone or damaged. */
  const read = (id: string) => {
    try {
      return readRun(readOwnFile(pathOf(id)))
    } catch {
      return null
    }
  }
  const readIndex = (): ListedRun[] => {
    removeLeftovers(index)
    const found = new Map<string, ListedRun>()
    try {
      for (const line of readOwnLines(index)) {
        const run = readLine(listedSchema, line)
        if (run) found.set(run.id, run)
      }
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') onFailed(error)
    }
    return [...found.values()]
  }
  /** The runs that had not ended when the program last did. */
  const readInterrupted = (listed: ReadonlySet<string>): ListedRun[] => {
    let names: string[] = []
    attempt(() => (names = readdirSync(folder)))
    return names.flatMap((name) => {
      const id = runFile.exec(name)?.[1]
      if (id === undefined || listed.has(id)) return []
      let content: string
      try {
        content = readOwnFile(pathOf(id))
      } catch {
        // It may be readable at the next start.
        return []
      }
      const told = readRun(content)
      const { mtimeMs, size } = statSync(join(folder, name))
      // Nothing can be shown of it.
      if (told?.head.id !== id) rmSync(join(folder, name), { force: true })
      return told?.head.id === id ? listRun(told, Math.round(mtimeMs - told.head.at), size) : []
    })
  }
  const load = () => {
    if (known) return known
    known = []
    attempt(() => {
      makeFolderSync(folder)
      const listed = readIndex()
      const interrupted = readInterrupted(new Set(listed.map(({ id }) => id)))
      known = [...listed, ...interrupted].toSorted((one, other) => one.at - other.at)
      // After a torn line, a new one would be lost with it.
      if (interrupted.length > 0) write()
    })
    return known
  }
  const write = () => replaceOwnFile(index, load().map(lineOf).join(''))
  const add = (run: ListedRun) => {
    load().push(run)
    // A line break first: a kill may have torn the last line.
    attempt(() => appendToOwnFile(index, `\n${lineOf(run)}`))
    onChange()
    void removeOld()
  }

  /** Removes runs: their reports first, the list last, so that a kill in between leaves them in it. */
  const drop = async (runs: readonly ListedRun[]) => {
    if (runs.length === 0) return
    const gone = new Set(runs)
    const stays = new Set(load().flatMap((run) => (gone.has(run) ? [] : run.folder)))
    for (const { folder: own } of runs) if (!stays.has(own)) await removeResults(results, own)
    for (const { id } of runs) rmSync(pathOf(id), { force: true })
    known = load().filter((run) => !gone.has(run))
    write()
    onChange()
  }
  /** The runs that are too old, or too many, the oldest first. */
  const tooOld = (): ListedRun[] => {
    const runs = load()
    // One run with a clock that is years ahead must not cost the others.
    const before = runs.at(-2)?.at ?? 0
    const oldest = Math.min(clock.now(), before + dayMs) - days() * dayMs
    let bytes = runs.reduce((sum, run) => sum + run.bytes, 0)
    return runs
      .filter((run, at) => {
        const isToGo = run.at < oldest || runs.length - at > mostRuns || bytes > mostBytes
        if (isToGo) bytes -= run.bytes
        return isToGo
      })
      .slice(0, mostRemovedAtOnce)
  }
  let removing = Promise.resolve()
  const removeOld = () => (removing = removing.then(() => drop(tooOld())).catch(onFailed))
  const stopWait = clock.after(removeOldAfterMs, () => void removeOld())

  const ofFleet = (fleet: string) => load().filter((run) => run.fleet === fleet)
  const find = (fleet: string, id: string) => ofFleet(fleet).find((run) => run.id === id)
  const judgeRun = async ({ id, flows }: ListedRun) => {
    // Each is a file of a run on hundreds of phones.
    await new Promise(setImmediate)
    const phones = read(id)?.phones.map((phone) => judge(phone, flows.length))
    if (phones) judged.set(id, phones)
    return phones ?? []
  }
  /** The phones of runs by their ids, with their verdicts. */
  const judgeRuns = async (runs: Iterable<ListedRun>) => {
    const phones = new Map<string, readonly JudgedPhone[]>()
    for (const run of runs) phones.set(run.id, judged.get(run.id) ?? (await judgeRun(run)))
    return phones
  }

  return {
    begin(run) {
      load()
      const end = () => {
        const told = read(run.id)
        if (told) add(listRun(told, 0, statSync(pathOf(run.id)).size))
      }
      return openRunLog(pathOf(run.id), run, () => attempt(end), onFailed)
    },
    list: (fleet) => ofFleet(fleet).map(shownRun).toReversed(),
    phonesOf: (fleet, id) => (find(fleet, id) && read(id)?.phones) ?? null,
    async trends(fleet) {
      const runs = ofFleet(fleet)
      const files = [...new Set(runs.flatMap((run) => run.flows.map(({ file }) => file)))]
      const ofFlows = files.map((file) => ({ file, runs: withFlow(runs, file) }))
      const phones = await judgeRuns(new Set(ofFlows.flatMap((each) => each.runs)))
      // No later trend compares those that are too old for this one.
      for (const id of judged.keys()) if (!phones.has(id)) judged.delete(id)
      return ofFlows.map((each) => shortTrend(verdictsOf(each.file, each.runs, phones)))
    },
    async verdicts(fleet, file) {
      const runs = withFlow(ofFleet(fleet), file)
      return verdictsOf(file, runs, await judgeRuns(runs))
    },
    async remove(fleet, id) {
      const runs = ofFleet(fleet)
      await drop(id === null ? runs : runs.filter((run) => run.id === id))
    },
    forget: (fleet) => void drop(ofFleet(fleetKey(fleet))).catch(onFailed),
    close: stopWait,
  }
}

const isFolder = async (path: string) => (await lstat(path).catch(() => null))?.isDirectory() === true

/**
 * Removes a run's report and pictures: a folder that lies directly in the results folder. Links are not followed.
 * @param results where runs have their results, absolute
 * @throws Error of the file system
 */
async function removeResults(results: string, folder: string): Promise<void> {
  // A damaged record may name the folder above: `results/..`.
  if (dirname(folder) !== results || resolve(folder) !== folder) return
  if (!(await isFolder(results)) || !(await isFolder(folder))) return
  await rm(folder, { recursive: true, force: true })
}
