import { Cron } from 'croner'
import type { ScheduleTime } from '../../../src-shared/features/schedules-state'

const minuteMs = 60_000
const dayMinutes = 24 * 60
/** More starts of one schedule were never missed: daily ones of 25 years. */
const mostCounted = 10_000

/**
 * Returns a calendar's rule. Of a time that a change of daylight saving skips, it takes the first one after the gap; of one
 * that comes twice, the first alone.
 * @param zone as IANA names it; left out, the computer's
 */
function ruleOf(time: string, days: readonly number[] | null, zone: string | undefined): Cron {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new Cron(
    `${minute} ${hour} * * ${days?.join(',') ?? '*'}`,
    zone === undefined ? {} : { timezone: zone },
  )
}

const calendarOf = (time: ScheduleTime, zone: string | undefined): Cron | null => {
  switch (time.kind) {
    case 'daily':
      return ruleOf(time.time, null, zone)
    case 'weekdays':
      return ruleOf(time.time, time.days, zone)
    case 'reset':
      return ruleOf('00:00', null, 'UTC')
    default:
      return null
  }
}

const nextBy = (rule: Cron, after: number) => rule.nextRun(new Date(after))?.getTime() ?? null

/** How many spans of a schedule that repeats have passed at a time, at least 0. */
const spansAt = ({ minutes, from }: Extract<ScheduleTime, { kind: 'every' }>, at: number) =>
  Math.max(0, Math.floor((at - from) / (minutes * minuteMs)))

/** Returns the first time after one, in ms since the epoch; null for none. @param zone as for `Cron` */
export function nextTime(time: ScheduleTime, after: number, zone?: string): number | null {
  if (time.kind === 'once') return time.at > after ? time.at : null
  if (time.kind === 'every') return time.from + (spansAt(time, after) + 1) * time.minutes * minuteMs
  const rule = calendarOf(time, zone)
  return rule && nextBy(rule, after)
}

/** Returns how many times there are after one and up to another, and the last of them; null for none. */
export function timesBetween(
  time: ScheduleTime,
  after: number,
  until: number,
  zone?: string,
): { times: number; last: number } | null {
  if (time.kind === 'once') return time.at > after && time.at <= until ? { times: 1, last: time.at } : null
  if (time.kind === 'every') {
    const [before, now] = [spansAt(time, after), spansAt(time, until)]
    return now > before ? { times: now - before, last: time.from + now * time.minutes * minuteMs } : null
  }
  const rule = calendarOf(time, zone)
  if (!rule) return null
  let [times, last] = [0, after]
  for (let at = nextBy(rule, after); at !== null && at <= until && times < mostCounted; at = nextBy(rule, at))
    [times, last] = [times + 1, at]
  return times > 0 ? { times, last } : null
}

/** Returns how often there is a start on a day that has the most. */
export const timesADay = (time: ScheduleTime): number =>
  time.kind === 'every' ? Math.max(1, Math.ceil(dayMinutes / time.minutes)) : 1
