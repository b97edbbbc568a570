import { noCounts, type Schedule, type SchedulePlan } from '../../src-shared/features/schedules-state'
import { storyNow } from './fixtures'

const hourMs = 3_600_000
const schedule = (id: string, over: Partial<Schedule>): Schedule => ({
  id,
  name: id,
  time: { kind: 'daily', time: '07:00' },
  work: { kind: 'screenshot' },
  phones: { kind: 'all' },
  shares: {},
  isPaused: false,
  nextAt: storyNow + 9 * hourMs,
  runsSince: null,
  workId: null,
  isNextWaiting: false,
  aheadUntil: null,
  last: null,
  missed: null,
  ...over,
})
const end = {
  ...{ due: storyNow - 15 * hourMs, startedAt: storyNow - 15 * hourMs, endedAt: storyNow - 14 * hourMs },
  counts: { ...noCounts, done: 11, left: 1 },
  leftOut: null,
  reason: null,
}

/** A schedule in each state. */
export const schedules: readonly Schedule[] = [
  schedule('Morning pictures', { last: { ...end, outcome: 'done' } }),
  schedule('Shop check', {
    time: { kind: 'weekdays', time: '09:30', days: [1, 2, 3, 4, 5] },
    phones: { kind: 'labels', labels: ['Lab', 'Shop'] },
    runsSince: storyNow - 240_000,
    isNextWaiting: true,
    work: {
      ...{ kind: 'flow', files: ['open-shop.yaml', 'send-note.yaml', 'log-out.yaml'], env: {}, retries: 1 },
      ...{ timeoutS: 600, isDivided: false, sheet: null, leavesOut: false },
    },
  }),
  schedule('Account status of a fleet whose name is long', {
    time: { kind: 'reset' },
    work: { kind: 'launch', launch: { kind: 'account_status' } },
    last: {
      ...end,
      outcome: 'failed',
      counts: noCounts,
      reason: { kind: 'share', budget: 'actions' },
    },
    missed: { times: 2, at: storyNow - 3 * hourMs },
  }),
  schedule('Uploads', {
    time: { kind: 'every', minutes: 90, from: storyNow },
    phones: { kind: 'phones', publicIds: ['dev_0', 'dev_1'] },
    work: { kind: 'upload', sheet: 'photos.csv', column: 'file', folder: '/photos', leavesOut: false },
    isPaused: true,
    nextAt: null,
    aheadUntil: storyNow + 3 * hourMs,
    last: {
      ...{ ...end, outcome: 'done' },
      leftOut: { n: 2, first: 14, flaw: { kind: 'file', reason: 'gone', name: 'shelf-14.jpg' } },
    },
  }),
]

export const schedulePlan: SchedulePlan = {
  phones: 12,
  cost: { active_minutes: 2, actions: 36, snapshots: 0, uploads: 0 },
  timesADay: 1,
  nextAt: storyNow + 9 * hourMs,
  leftOut: null,
  reason: null,
}
