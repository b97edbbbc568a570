import { looksSecret } from '../../../src-shared/features/flows-state'
import {
  noCounts,
  type ScheduledWork,
  type ScheduleReason,
} from '../../../src-shared/features/schedules-state'
import { caseNames, caseRowReader, type CaseRow } from '../../../src-shared/sheets/case-rows'
import type { WindowRun } from '../flows/in-fleet/window-run'
import type { CancelTimer, Clock } from '../time/clock'
import { onStop, type Prepared, type WorkParts } from './prepared-work'
import { rowsFor, scheduledSheet, type ScheduledSheet } from './sheet-rows'

type FlowWork = Extract<ScheduledWork, { kind: 'flow' }>
type FlowParts = Pick<WorkParts, 'clock' | 'devices' | 'flows' | 'sheetOf' | 'onBegun'>

const minuteMs = 60_000
const countEveryMs = 5000

/** Runs flows, with values that are kept or of a sheet. @throws FaultError `flow-unreadable` */
export async function flowWork(
  work: FlowWork,
  publicIds: readonly string[],
  parts: FlowParts,
): Promise<Prepared> {
  const { files, env, sheet: name } = work
  const sheet = name === null ? null : scheduledSheet(name, parts.sheetOf(name), [])
  if (sheet && 'reason' in sheet) return sheet
  const listed = new Map((await parts.flows.list()).files.map((file) => [file.file, file]))
  const needed = [...new Set(files.flatMap((file) => listed.get(file)?.names ?? []))]
  const open = needed.filter((each) => (env[each] ?? '') === '')
  const missing = open.find((each) => !sheet || !caseNames(sheet.table).includes(each))
  if (missing !== undefined) return { reason: whyMissing(missing) }
  const read = sheet
    ? await readCases(sheet, work, open, publicIds, parts)
    : { rows: undefined, leftOut: null }
  if ('reason' in read) return read
  const { rows, leftOut } = read
  const phones = rows ? [...new Set(rows.map(({ publicId }) => publicId))] : publicIds
  const { retries, timeoutS, isDivided } = work
  const plan = await parts.flows.plan(
    files,
    phones,
    { isDivided },
    rows?.map(({ publicId }) => publicId),
  )
  return {
    costs: { actions: plan.actions, uploads: plan.uploads, active_minutes: plan.minutes },
    mayUseMore: true,
    phones: phones.length,
    leftOut,
    async begin(ends, left) {
      const how = {
        ...{ env, retries, timeoutS, isDivided },
        mostActions: Number.isFinite(left.actions) ? left.actions : null,
        mostUploads: left.uploads,
      }
      const run = await parts.flows.run(files, phones, how, rows)
      parts.onBegun(run.state.id)
      // At once: the step under way may wait for minutes.
      const leave = onStop(ends, () => run.stopNow())
      const minutes = countMinutes(run, left.active_minutes, parts.clock)
      try {
        const { end, verdicts, spent } = await run.ended
        const counted = (verdict: (typeof verdicts)[number]) =>
          verdicts.filter((each) => each === verdict).length
        const counts = {
          ...noCounts,
          ...{ done: counted('passed'), failed: counted('failed') },
          ...{ stopped: counted('stopped'), unrun: counted('unrun') },
        }
        const { used, isPassed } = minutes.close()
        const reason = isPassed
          ? ({ kind: 'share', budget: 'active_minutes' } as const)
          : end === 'limit'
            ? whyLimited(spent, left)
            : null
        return { counts, spent: { ...spent, active_minutes: used }, reason }
      } finally {
        minutes.close()
        leave()
      }
    },
  }
}

const whyMissing = (name: string): ScheduleReason => ({ kind: looksSecret(name) ? 'secret' : 'value', name })

/** Says which limit a run has reached: its schedule's, or the day's. */
function whyLimited(
  spent: { actions: number; uploads: number },
  left: { actions: number; uploads: number },
): ScheduleReason {
  const near = (budget: 'actions' | 'uploads') => left[budget] - spent[budget]
  const budget = near('uploads') < near('actions') ? 'uploads' : 'actions'
  return { kind: Number.isFinite(left[budget]) ? 'share' : 'shortage', budget }
}

function readCases(
  sheet: ScheduledSheet,
  { leavesOut }: FlowWork,
  needed: readonly string[],
  publicIds: readonly string[],
  { devices }: FlowParts,
): ReturnType<typeof rowsFor<CaseRow>> {
  const read = caseRowReader(sheet.table, needed)
  return rowsFor(sheet, { publicIds, devices, isOnce: false, leavesOut }, read)
}

/** Counts the active minutes of a run's phones, and stops it before they pass what is left. */
function countMinutes(
  run: Pick<WindowRun, 'state' | 'stop'>,
  left: number,
  clock: Clock,
): { close(): { used: number; isPassed: boolean } } {
  let used = 0
  let live = 0
  let isPassed = false
  let since = clock.monotonic()
  const count = () => {
    const now = clock.monotonic()
    const liveNow = run.state.phones.filter(({ state }) => state === 'running').length
    used += (Math.max(live, liveNow) * (now - since)) / minuteMs
    live = liveNow
    since = now
  }
  let cancel: CancelTimer = () => undefined
  const again = () => {
    cancel = clock.after(countEveryMs, () => {
      count()
      const soon = used + (live * countEveryMs) / minuteMs
      // The second time at once: a step that goes on would pass the share.
      if (soon >= left && (!isPassed || used >= left)) {
        isPassed = true
        run.stop()
      }
      again()
    })
  }
  again()
  return {
    close() {
      cancel()
      count()
      return { used: Math.ceil(used), isPassed }
    },
  }
}
