import { describe, expect, it } from 'vitest'
import type { ScheduleTime } from '../../../src-shared/features/schedules-state'
import { nextTime, timesADay, timesBetween } from '../../../src-main/core/schedules/times'

const zone = 'Europe/Berlin'
const at = (iso: string) => Date.parse(iso)
const daily = (time: string): ScheduleTime => ({ kind: 'daily', time })
const iso = (ms: number | null) => ms && new Date(ms).toISOString()

/** The starts from one time to another, as instants. */
function starts(time: ScheduleTime, from: string, to: string) {
  const found: string[] = []
  let next = nextTime(time, at(from), zone)
  while (next !== null && next <= at(to)) {
    found.push(new Date(next).toISOString())
    next = nextTime(time, next, zone)
  }
  return found
}

describe('the times of a schedule', () => {
  it('come once a day in the computer’s time zone, over the change to summer time', () => {
    expect(starts(daily('07:30'), '2027-03-27T00:00Z', '2027-03-29T12:00Z')).toEqual([
      '2027-03-27T06:30:00.000Z',
      '2027-03-28T05:30:00.000Z',
      '2027-03-29T05:30:00.000Z',
    ])
  })

  it('come after the gap when the change to summer time skips them', () => {
    // From 2:00 the clock goes to 3:00.
    expect(starts(daily('02:30'), '2027-03-27T12:00Z', '2027-03-29T12:00Z')).toEqual([
      '2027-03-28T01:00:00.000Z',
      '2027-03-29T00:30:00.000Z',
    ])
  })

  it('come once when the change to winter time has them twice', () => {
    // From 3:00 the clock goes back to 2:00.
    expect(starts(daily('02:30'), '2027-10-30T12:00Z', '2027-11-01T12:00Z')).toEqual([
      '2027-10-31T00:30:00.000Z',
      '2027-11-01T01:30:00.000Z',
    ])
  })

  it('come on the chosen days of the week', () => {
    const time: ScheduleTime = { kind: 'weekdays', time: '09:00', days: [1, 5] }
    // The first day is a Wednesday.
    expect(starts(time, '2027-06-02T00:00Z', '2027-06-08T00:00Z')).toEqual([
      '2027-06-04T07:00:00.000Z',
      '2027-06-07T07:00:00.000Z',
    ])
  })

  it('come every N minutes by the time that passes, also over a change of the clock', () => {
    const time: ScheduleTime = { kind: 'every', minutes: 45, from: at('2027-03-28T00:00Z') }
    expect(starts(time, '2027-03-28T00:00Z', '2027-03-28T02:15Z')).toEqual([
      '2027-03-28T00:45:00.000Z',
      '2027-03-28T01:30:00.000Z',
      '2027-03-28T02:15:00.000Z',
    ])
  })

  it('come at midnight UTC after the budgets reset', () => {
    expect(iso(nextTime({ kind: 'reset' }, at('2027-06-02T23:59Z'), zone))).toBe('2027-06-03T00:00:00.000Z')
  })

  it('come once for a single time, and never again', () => {
    const once: ScheduleTime = { kind: 'once', at: 5000 }
    expect([nextTime(once, 4999), nextTime(once, 5000)]).toEqual([5000, null])
  })

  it.each<[string, ScheduleTime, number, string]>([
    ['daily', daily('07:30'), 9, '2027-06-10T05:30:00.000Z'],
    [
      'every 30 minutes',
      { kind: 'every', minutes: 30, from: at('2027-06-01T12:00Z') },
      432,
      '2027-06-10T12:00:00.000Z',
    ],
    ['once', { kind: 'once', at: at('2027-06-04T12:00Z') }, 1, '2027-06-04T12:00:00.000Z'],
  ])('are counted over a time without Fleetwall: %s', (_, time, times, last) => {
    const found = timesBetween(time, at('2027-06-01T12:00Z'), at('2027-06-10T12:00Z'), zone)
    expect([found?.times, iso(found?.last ?? null)]).toEqual([times, last])
  })

  it('say how often a day has a start at most', () => {
    expect([timesADay(daily('07:30')), timesADay({ kind: 'every', minutes: 45, from: 0 })]).toEqual([1, 32])
  })
})
