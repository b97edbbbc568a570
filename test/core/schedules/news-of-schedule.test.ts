import { expect, it } from 'vitest'
import { newsOfSchedule } from '../../../src-main/core/schedules/news-of-schedule'
import { noCounts, type ScheduleEnd } from '../../../src-shared/features/schedules-state'

it.each<[ScheduleEnd['outcome'], ScheduleEnd['reason'], string | undefined]>([
  ['done', null, undefined],
  ['stopped', null, undefined],
  ['stopped', { kind: 'fleet-closed' }, 'scheduleFailed'],
  ['failed', null, 'scheduleFailed'],
  ['unknown', { kind: 'ended' }, 'scheduleUnknown'],
])('a start that is %s for %j is news, unless a person stopped it', (outcome, reason, text) => {
  const end: ScheduleEnd = {
    due: 1,
    startedAt: 1,
    endedAt: 2,
    outcome,
    counts: noCounts,
    leftOut: null,
    reason,
  }
  expect(newsOfSchedule({ type: 'ended', name: 'Morning', kind: 'upload', end })?.body).toEqual(
    text && { text },
  )
  const isOfRun = outcome === 'failed' && reason === null
  const ofFlows = newsOfSchedule({ type: 'ended', name: 'Morning', kind: 'flow', end })
  expect(ofFlows?.body).toEqual(isOfRun ? undefined : text && { text })
})

it('says on how many phones it went wrong, where it has begun', () => {
  const counts = { ...noCounts, done: 10, failed: 2 }
  const end = {
    due: 1,
    startedAt: 1,
    endedAt: 2,
    outcome: 'failed',
    counts,
    leftOut: null,
    reason: null,
  } as const
  expect(newsOfSchedule({ type: 'ended', name: 'Morning', kind: 'upload', end })?.body).toEqual({
    text: 'scheduleCounts',
    values: { done: 10, failed: 2 },
  })
})
