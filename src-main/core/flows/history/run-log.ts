import { closeSync, writeSync } from 'node:fs'
import type { KeptOptions, KeptRun } from '../../../../src-shared/features/flow-history-state'
import { openToAppend } from '../../disk/own-file'
import { caseKey, ownName } from '../run/planned-flow'
import type { PhonePlan } from '../run/run-flows'
import { shownVerdict, type CaseResult, type RunEvent } from '../run/run-result'
import { lineOf, longestMessage, longestName, type RunHead, type RunLine } from './kept-run'

// An own file is read up to 16 MiB.
const mostBytes = 15 * 1024 * 1024

/** A run that begins. */
export interface BegunRun {
  /** A UUID. */
  id: string
  /** As `fleetKey`. */
  fleet: string
  /** In ms since the epoch. */
  at: number
  plans: readonly PhonePlan[]
  /** Of its results, absolute. */
  folder: string
  how: KeptOptions
}

/** Keeps what is known of a run while it goes on. Never throws. */
export interface RunLog {
  take(event: RunEvent): void
  /** @param result with `ms` since it began */
  end(result: Pick<KeptRun, 'end' | 'ms'>, report: string | null): void
}

const cut = (text: string, most: number) => text.slice(0, most)

/** Returns the first line of a run's file, and the places of its cases by `caseKey`, in their order. */
function headOf({ id, fleet, at, plans, folder, how }: BegunRun) {
  const { retries, timeoutS, mostActions, isDivided, hasRows } = how
  const names = new Map(
    plans
      .flatMap(({ flows }) => flows)
      .map(({ flow, row }) => [flow.file, ownName(flow.name, row?.name ?? null)]),
  )
  const files = [...names.keys()]
  const places = new Map<string, number[]>()
  const cases: RunHead['cases'] = []
  for (const [
    phone,
    {
      phone: { publicId },
      flows,
    },
  ] of plans.entries())
    for (const { flow } of flows) {
      const key = caseKey(publicId, flow.file, flow.name)
      places.set(key, [...(places.get(key) ?? []), cases.length])
      // Rows of a sheet name their cases apart.
      const title = flow.name === names.get(flow.file) ? null : cut(flow.name, longestName)
      cases.push([phone, files.indexOf(flow.file), title])
    }
  const head: RunHead = {
    ...{ id, fleet, at, folder, cases },
    // One by one: a value that comes with them may be a secret.
    how: { retries, timeoutS, mostActions, isDivided, hasRows },
    flows: [...names].map(([file, name]) => ({ file, name: cut(name, longestName) })),
    phones: plans.map(({ phone: { publicId, name } }) => ({ publicId, name: cut(name, longestName) })),
  }
  return { head, places }
}

/**
 * Begins a run's own file: a line for the run, for each case that begins or ends, and for the end. Each is written at once, so
 * a killed process has told all but its last.
 * @param path absolute @param onEnd called with the file's last line written
 * @param onFailed called once, when no more lines can be written
 */
export function openRunLog(
  path: string,
  run: BegunRun,
  onEnd: () => void,
  onFailed: (error: unknown) => void,
): RunLog {
  const { head, places } = headOf(run)
  let file: number | null = null
  let bytes = 0
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      close()
      onFailed(error)
    }
  }
  const close = () => {
    if (file !== null) closeSync(file)
    file = null
  }
  const write = (content: RunHead | RunLine, most = mostBytes) => {
    const line = lineOf(content)
    bytes += Buffer.byteLength(line)
    if (file !== null && bytes < most) writeSync(file, line)
  }
  const ended = (result: CaseResult) => {
    const { failure, ms, spentActions: actions, tries, phone, file: of, flow } = result
    const at = places.get(caseKey(phone.id, of, flow))?.shift()
    const message = failure && cut(failure.message, longestMessage)
    if (at !== undefined) write({ case: at, verdict: shownVerdict(result), message, ms, actions, tries })
  }

  attempt(() => {
    file = openToAppend(path)
    write(head)
  })
  return {
    take(event) {
      if (event.type !== 'flow') return
      attempt(() => {
        if (event.state === 'ended') ended(event.result)
        else if (event.state === 'started') {
          const at = places.get(caseKey(event.phone.id, event.file, event.flow))?.[0]
          if (at !== undefined) write({ begun: at })
        }
      })
    },
    end({ end, ms }, report) {
      attempt(() => write({ end, ms, report }, Infinity))
      close()
      onEnd()
    },
  }
}
