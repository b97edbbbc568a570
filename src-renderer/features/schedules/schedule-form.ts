import { looksSecret, mostRetries, type FlowFile } from '../../../src-shared/features/flows-state'
import {
  mostEveryMinutes,
  type BudgetShares,
  type ScheduleDraft,
  type ScheduledPhones,
  type ScheduledWork,
  type ScheduleTime,
} from '../../../src-shared/features/schedules-state'
import type { AutomationKind } from '../../../src-shared/protocol/automation-kind'
import type { BudgetName } from '../../../src-shared/protocol/budget-name'
import type { LaunchFields } from '../../../src-shared/protocol/launch-field'
import { readTyped, untyped, type TypedFields } from '../../rules/launch-fields'
import { wholeNumber } from '../../rules/whole-number'
import { describeWork } from '../../text/describe/describe-schedule'

/** What is typed for a schedule: each way to start and each kind of work keeps its own, while a person looks at others. */
export interface ScheduleForm {
  name: string
  time: {
    kind: ScheduleTime['kind']
    /** `YYYY-MM-DDTHH:MM`, of this computer. */
    once: string
    /** `HH:MM`. */
    at: string
    days: number[]
    minutes: string
    /** Since when the minutes are counted, in ms since the epoch. */
    from: number
  }
  kind: ScheduledWork['kind']
  flow: {
    files: string[]
    values: Record<string, string>
    retries: string
    /** As it was; a schedule's own is the usual one. */
    timeoutS: number
    isDivided: boolean
  }
  launch: { kind: AutomationKind; account: string; typed: TypedFields | null }
  upload: { column: string; folder: string }
  /** Of a flow's values, or of an upload; empty for none. */
  sheet: string
  leavesOut: boolean
  phones: { kind: ScheduledPhones['kind']; labels: string[]; publicIds: string[] }
  /** In percent as typed; empty for no limit. */
  shares: Partial<Record<BudgetName, string>>
}

export const workdays = [1, 2, 3, 4, 5]
/** In the order of a week. */
export const allDays = [1, 2, 3, 4, 5, 6, 0]

/** The budgets that each kind of work uses. */
export const usedBy: Readonly<Record<ScheduledWork['kind'], readonly BudgetName[]>> = {
  flow: ['actions', 'uploads', 'active_minutes'],
  launch: ['actions'],
  upload: ['uploads'],
  screenshot: ['snapshots'],
}

const two = (part: number) => String(part).padStart(2, '0')
/** Writes an instant as a field for day and time does, in the computer's time zone. */
export function localTime(at: number): string {
  const date = new Date(at)
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Begins a new schedule. @param now in ms since the epoch */
export const newForm = (publicIds: readonly string[], now: number): ScheduleForm => ({
  name: '',
  time: {
    kind: 'daily',
    once: localTime(now + 3_600_000),
    at: '07:00',
    days: [...workdays],
    minutes: '60',
    from: now,
  },
  kind: 'flow',
  flow: { files: [], values: {}, retries: '', timeoutS: 600, isDivided: false },
  launch: { kind: 'account_status', account: '', typed: null },
  upload: { column: '', folder: '' },
  sheet: '',
  leavesOut: false,
  phones: { kind: publicIds.length > 0 ? 'phones' : 'all', labels: [], publicIds: [...publicIds] },
  shares: {},
})

/** Begins an edit of a schedule. */
export function formOf(draft: ScheduleDraft, now: number): ScheduleForm {
  const { name, time, work, phones, shares } = draft
  const form = newForm([], now)
  form.name = name
  form.time.kind = time.kind
  if (time.kind === 'once') form.time.once = localTime(time.at)
  else if (time.kind === 'every') Object.assign(form.time, { minutes: String(time.minutes), from: time.from })
  else if (time.kind !== 'reset') form.time.at = time.time
  if (time.kind === 'weekdays') form.time.days = [...time.days]
  form.kind = work.kind
  if (work.kind === 'flow') {
    const { files, env, retries, timeoutS, isDivided } = work
    form.flow = {
      ...{ files: [...files], values: { ...env }, timeoutS, isDivided },
      retries: retries === 0 ? '' : String(retries),
    }
  } else if (work.kind === 'launch') {
    const { kind, account = '', fields = {} } = work.launch
    const typed = Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, String(value)]))
    form.launch = { kind, account, typed }
  } else if (work.kind === 'upload') form.upload = { column: work.column, folder: work.folder }
  if (work.kind === 'flow' || work.kind === 'upload')
    Object.assign(form, { sheet: work.sheet ?? '', leavesOut: work.leavesOut })
  form.phones.kind = phones.kind
  if (phones.kind === 'labels') form.phones.labels = [...phones.labels]
  if (phones.kind === 'phones') form.phones.publicIds = [...phones.publicIds]
  for (const [budget, percent] of Object.entries(shares)) form.shares[budget as BudgetName] = String(percent)
  return form
}

export const minutesOf = (typed: string) => wholeNumber(typed, 1, mostEveryMinutes)
export const shareOf = (typed: string) => wholeNumber(typed, 1, 100)

/** What is typed, in terms of what the fleet has. */
export interface FormSurroundings {
  files: readonly FlowFile[]
  /** Of the chosen kind of automation. */
  launchFields: LaunchFields
}

/** What is missing in a form, or wrong. */
export type ScheduleGap =
  | 'flows'
  | 'retries'
  | 'fields'
  | 'sheet'
  | 'column'
  | 'folder'
  | 'day'
  | 'time'
  | 'days'
  | 'minutes'
  | 'labels'
  | 'phones'
  | 'share'

/** Reads the form. @returns the schedule, or what keeps it from being one first */
export function readForm(form: ScheduleForm, around: FormSurroundings): ScheduleDraft | ScheduleGap {
  const [work, time, phones, shares] = [workOf(form, around), timeOf(form), phonesOf(form), sharesOf(form)]
  if (typeof work === 'string') return work
  if (typeof time === 'string') return time
  if (typeof phones === 'string') return phones
  if (typeof shares === 'string') return shares
  return { name: form.name.trim() || describeWork(work, around.files), time, work, phones, shares }
}

function timeOf({ time }: ScheduleForm): ScheduleTime | ScheduleGap {
  switch (time.kind) {
    case 'once': {
      const at = new Date(time.once).getTime()
      return Number.isNaN(at) ? 'day' : { kind: 'once', at }
    }
    case 'daily':
      return time.at === '' ? 'time' : { kind: 'daily', time: time.at }
    case 'weekdays':
      if (time.at === '') return 'time'
      return time.days.length === 0 ? 'days' : { kind: 'weekdays', time: time.at, days: [...time.days] }
    case 'every': {
      const minutes = minutesOf(time.minutes)
      return minutes === null ? 'minutes' : { kind: 'every', minutes, from: time.from }
    }
    case 'reset':
      return { kind: 'reset' }
  }
}

/** The names without a value of the chosen flows. */
export const namesOf = ({ flow }: ScheduleForm, files: readonly FlowFile[]): string[] => [
  ...new Set(files.flatMap(({ file, names }) => (flow.files.includes(file) ? names : []))),
]

function workOf(form: ScheduleForm, { files, launchFields }: FormSurroundings): ScheduledWork | ScheduleGap {
  const { kind, flow, launch, upload, sheet, leavesOut } = form
  switch (kind) {
    case 'flow': {
      const retries = flow.retries === '' ? 0 : wholeNumber(flow.retries, 0, mostRetries)
      if (flow.files.length === 0) return 'flows'
      if (retries === null) return 'retries'
      // A file on the disk keeps no secret.
      const names = namesOf(form, files).filter((name) => !looksSecret(name))
      const given = names.map((name) => [name, flow.values[name] ?? ''] as const)
      const env = Object.fromEntries(given.filter(([, value]) => value !== ''))
      const { timeoutS, isDivided } = flow
      const own = { retries, timeoutS, isDivided, sheet: sheet === '' ? null : sheet, leavesOut }
      return { kind, files: [...flow.files], env, ...own }
    }
    case 'launch': {
      const { values, wrong } = readTyped(launchFields, { ...untyped(launchFields), ...launch.typed })
      if (wrong.length > 0) return 'fields'
      const account = launch.account.trim()
      const fields = Object.keys(values).length === 0 ? {} : { fields: values }
      return { kind, launch: { kind: launch.kind, ...(account === '' ? {} : { account }), ...fields } }
    }
    case 'upload': {
      const { column, folder } = upload
      if (sheet === '') return 'sheet'
      if (column === '') return 'column'
      return folder === '' ? 'folder' : { kind, sheet, column, folder, leavesOut }
    }
    case 'screenshot':
      return { kind }
  }
}

function phonesOf({ phones }: ScheduleForm): ScheduledPhones | ScheduleGap {
  const { kind, labels, publicIds } = phones
  if (kind === 'all') return { kind }
  if (kind === 'labels') return labels.length === 0 ? 'labels' : { kind, labels: [...labels] }
  return publicIds.length === 0 ? 'phones' : { kind, publicIds: [...publicIds] }
}

/** The shares of what the work uses. */
function sharesOf({ kind, shares }: ScheduleForm): BudgetShares | ScheduleGap {
  const read: BudgetShares = {}
  for (const budget of usedBy[kind]) {
    const typed = shares[budget] ?? ''
    if (typed === '') continue
    const percent = shareOf(typed)
    if (percent === null) return 'share'
    read[budget] = percent
  }
  return read
}
