import { join } from 'node:path'
import type { NoteWork, WorkInHand } from '../../disk/journal'
import { makeFolder } from '../../disk/make-folder'
import { writeOut } from '../../disk/write-out'
import { jsonEnd } from '../reports/json-lines'
import { openResultsLog } from '../reports/results-log'
import type { BegunRun, RunLog } from '../history/run-log'
import type { Pictures } from '../../pictures/pictures'
import { caseKey } from '../run/planned-flow'
import type { RunEvent, RunResult } from '../run/run-result'

export interface RunRecordsOptions extends Omit<BegunRun, 'fleet'> {
  pictures: Pick<Pictures, 'of'>
  /** Writes the journal. */
  note: NoteWork
  /** Begins to keep a run of the open fleet. */
  keepRun: (run: Omit<BegunRun, 'fleet'>) => RunLog
  /** Called once, when results or report can't be written; the run goes on. */
  onFailed: (error: unknown) => void
}

/** What a run writes down: each phone's flows in the journal, its results while it goes on, its report, and the history. */
export interface RunRecords {
  take(event: RunEvent): void
  /** Writes the report. @returns its path; null when it can't be written */
  end(result: RunResult): Promise<string | null>
  /** Ends the records of a run of which a defect left no result. */
  interrupt(ms: number): void
  /** Takes the run out of the journal, as a person ended it. */
  forget(): void
}

/** Begins the records of a run. */
export function createRunRecords({
  keepRun,
  pictures,
  note,
  onFailed,
  ...run
}: RunRecordsOptions): RunRecords {
  const { plans, folder } = run
  const works = new Map<string, WorkInHand>()
  for (const { phone, flows } of plans)
    for (const { flow } of flows) {
      const { publicId, name: deviceName } = phone
      const id = `${run.id} ${works.size}`
      const work: WorkInHand = { id, kind: 'flow', what: flow.name, publicId, deviceName }
      works.set(caseKey(publicId, flow.file, flow.name), work)
      note(work, 'waiting')
    }
  const begun = new Set<WorkInHand>()
  let hasFailed = false
  const failed = (error: unknown) => {
    if (!hasFailed) onFailed(error)
    hasFailed = true
    return null
  }
  const log = openResultsLog(folder, failed).catch(failed)
  const history = keepRun(run)

  const noteFlow = (event: RunEvent & { type: 'flow' }) => {
    const { phone, file, flow } = event.state === 'ended' ? event.result : event
    const work = works.get(caseKey(phone.id, file, flow))
    if (!work) return
    if (event.state !== 'ended') {
      begun.add(work)
      note(work, 'under-way')
    } else if (event.result.verdict === 'stopped') note(work, 'ended')
    else if (begun.has(work)) note(work, 'done')
  }
  const forget = () => {
    for (const work of works.values()) note(work, 'ended')
  }

  const writeReport = async (result: RunResult) => {
    const path = join(folder, 'report.html')
    await makeFolder(folder)
    const { writeHtml } = await import('../reports/html')
    await writeOut(path, writeHtml(result, folder, pictures))
    return path
  }

  return {
    take(event) {
      void log.then((open) => open?.take(event))
      history.take(event)
      if (event.type === 'flow') noteFlow(event)
    },
    async end(result) {
      const path = await writeReport(result).catch(failed)
      await (await log)?.end(jsonEnd(result, null, path))
      history.end(result, path)
      forget()
      return path
    },
    interrupt(ms) {
      void log.then((open) => open?.end(''))
      history.end({ end: 'interrupted', ms }, null)
      forget()
    },
    forget,
  }
}
