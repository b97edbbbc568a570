import type { AutomationLaunch } from '../protocol/automation'
import type { BudgetName } from '../protocol/budget-name'
import type { Fault } from '../protocol/fault'
import type { SheetFlaw } from '../sheets/sheet'

/** When a schedule starts, in the computer's time zone; times of day as `HH:MM`. */
export type ScheduleTime =
  /** In ms since the epoch. */
  | { kind: 'once'; at: number }
  | { kind: 'daily'; time: string }
  /** `days` from 0 for Sunday to 6. */
  | { kind: 'weekdays'; time: string; days: readonly number[] }
  /** Counted from `from`, in ms since the epoch. */
  | { kind: 'every'; minutes: number; from: number }
  /** When the daily budgets are renewed: at midnight UTC (spec 2, Usage). */
  | { kind: 'reset' }

export const timeKinds = [
  'once',
  'daily',
  'weekdays',
  'every',
  'reset',
] as const satisfies readonly ScheduleTime['kind'][]

/** What a schedule does on its phones. */
export type ScheduledWork =
  | {
      kind: 'flow'
      /** The ids of its files, as `flows.list` gives them. */
      files: readonly string[]
      /** Values for names. None is a secret: they are kept in a file. */
      env: Readonly<Record<string, string>>
      retries: number
      /** As `FlowOptions.timeoutS`. */
      timeoutS: number
      isDivided: boolean
      /** A kept sheet, whose rows are cases; null for none. */
      sheet: string | null
      /** Whether lines of the sheet that can't be used are left out. */
      leavesOut: boolean
    }
  | { kind: 'launch'; launch: AutomationLaunch }
  | {
      kind: 'upload'
      /** A kept sheet, and its column of file names. */
      sheet: string
      column: string
      /** Where the files lie, absolute. */
      folder: string
      leavesOut: boolean
    }
  | { kind: 'screenshot' }

export const workKinds = [
  'flow',
  'launch',
  'upload',
  'screenshot',
] as const satisfies readonly ScheduledWork['kind'][]

/** The phones of a schedule, looked up at each start. */
export type ScheduledPhones =
  | { kind: 'all' }
  /** Those with one of these labels. */
  | { kind: 'labels'; labels: readonly string[] }
  | { kind: 'phones'; publicIds: readonly string[] }

/** The most that a schedule may use of a day's budgets, in percent; one that is left out has no limit. */
export type BudgetShares = Partial<Record<BudgetName, number>>

/** What a person writes of a schedule. */
export interface ScheduleDraft {
  name: string
  time: ScheduleTime
  work: ScheduledWork
  phones: ScheduledPhones
  shares: BudgetShares
}

export const mostSchedules = 100
export const mostEveryMinutes = 7 * 24 * 60
export const longestScheduleName = 120

/** Lines of a sheet that can't be used: how many, and the first one with what is wrong with it. */
export interface FlawedLines {
  n: number
  first: number
  flaw: SheetFlaw
}

/** Why a schedule did nothing, or not all. */
export type ScheduleReason =
  | { kind: 'fault'; fault: Fault }
  /** The fleet has no such phone. */
  | { kind: 'no-phones' }
  /** A job is pending on each of them. */
  | { kind: 'busy' }
  /** Its share of the budget would be passed. */
  | { kind: 'share'; budget: BudgetName }
  /** The day's budget would. */
  | { kind: 'shortage'; budget: BudgetName }
  | { kind: 'sheet'; sheet: string; flaw: 'gone' | 'unreadable' | 'no-key' | 'no-rows' }
  | { kind: 'column'; sheet: string; column: string }
  | ({ kind: 'lines'; sheet: string } & FlawedLines)
  /** The flows have no value for a name. */
  | { kind: 'value'; name: string }
  /** A name whose value would be a secret in a file. */
  | { kind: 'secret'; name: string }
  /** Another fleet opened in its window. */
  | { kind: 'fleet-closed' }
  /** Fleetwall ended. */
  | { kind: 'ended' }

/** How many ended how; `unrun` were not tried, and `left` were left alone, as a job is pending there. */
export type ScheduleCounts = Record<(typeof countNames)[number], number>

export const countNames = ['done', 'failed', 'stopped', 'unrun', 'unknown', 'left'] as const
export const noCounts: ScheduleCounts = { done: 0, failed: 0, stopped: 0, unrun: 0, unknown: 0, left: 0 }

/** What came of a start. */
export interface ScheduleEnd {
  /** The time that it was for; null for a start by hand. In ms since the epoch, as all times here. */
  due: number | null
  startedAt: number
  endedAt: number
  /**
   * - `done`: everywhere
   * - `failed`: somewhere, or `reason` says why nothing was done
   * - `stopped`: by a person, somewhere or everywhere, or with its fleet
   * - `unknown`: Fleetwall ended before it did
   */
  outcome: 'done' | 'failed' | 'stopped' | 'unknown'
  /** How many phones, flows or files ended how. */
  counts: ScheduleCounts
  /** Lines of its sheet that were left out, as it is to do; null for none. */
  leftOut: FlawedLines | null
  reason: ScheduleReason | null
}

/** What a schedule has used of the budgets of the day that ends at `resetsAt`. */
export interface ScheduleUse {
  resetsAt: string
  used: Partial<Record<BudgetName, number>>
}

/** Starts that were not made, as Fleetwall was not running or the computer slept. */
export interface MissedStarts {
  times: number
  /** Of the last one. */
  at: number
}

/** A schedule, as it stands. */
export interface Schedule extends ScheduleDraft {
  id: string
  isPaused: boolean
  /** Null when there is none, and while it is paused. */
  nextAt: number | null
  /** Since when it runs; null while it doesn't. */
  runsSince: number | null
  /** The id of the run of flows or the task that does its work now, which a person can pause; null for none. */
  workId: string | null
  /** Whether a further start waits until this one has ended. */
  isNextWaiting: boolean
  /** A time still to come for which it began, as the clock was ahead: there is no start until then. Null for none. */
  aheadUntil: number | null
  last: ScheduleEnd | null
  /** Until a person has seen it. */
  missed: MissedStarts | null
}

export type ScheduleState = 'waiting' | 'running' | 'paused' | 'missed'

/** Says what a person has to know of a schedule first. */
export function stateOfSchedule({
  runsSince,
  isPaused,
  missed,
}: Pick<Schedule, 'runsSince' | 'isPaused' | 'missed'>): ScheduleState {
  if (runsSince !== null) return 'running'
  if (isPaused) return 'paused'
  return missed ? 'missed' : 'waiting'
}

/** What one start would use at least, and how often there is one. */
export interface SchedulePlan {
  phones: number
  cost: Readonly<Record<BudgetName, number>>
  /** On a day that has the most. */
  timesADay: number
  nextAt: number | null
  /** Lines of its sheet that would be left out now; null for none. */
  leftOut: FlawedLines | null
  /** Why it could do nothing now; null when it could. */
  reason: ScheduleReason | null
}

export const noCosts: SchedulePlan['cost'] = { active_minutes: 0, actions: 0, snapshots: 0, uploads: 0 }
