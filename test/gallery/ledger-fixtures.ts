import type { ActivityEntry } from '../../src-shared/features/activity'
import type { PhoneJobs } from '../../src-shared/features/jobs'
import type { UsageHistory } from '../../src-shared/features/usage'
import { storyNow } from './fixtures'

const minuteMs = 60_000

const entry = (minutesAgo: number, more: Partial<ActivityEntry>): ActivityEntry => ({
  at: storyNow - minutesAgo * minuteMs,
  fleet: 'Lab',
  publicId: 'dev_0',
  phone: 'Aster 01',
  what: 'action',
  outcome: 'done',
  about: 'press home',
  fault: null,
  ...more,
})

export const activity: ActivityEntry[] = [
  entry(0, {}),
  entry(1, { what: 'upload', about: 'holiday.jpg', phone: 'Birch 02' }),
  entry(2, {
    about: 'open_url',
    outcome: 'failed',
    fault: { kind: 'problem', code: 'device_offline', status: 503, detail: 'The phone is away.' },
  }),
  entry(4, { what: 'control', about: 'taken', phone: 'Cedar 03' }),
  entry(9, { what: 'job', about: 'needs_review account_status', outcome: 'unknown', phone: 'Dahlia 04' }),
  entry(15, { what: 'pause', about: 'idle', publicId: null, phone: '', outcome: 'begun' }),
]

const job = (id: string, status: string, result: unknown = null) => ({
  id,
  kind: 'account_status',
  status,
  result,
  publicId: null,
  createdAt: new Date(storyNow - 20 * minuteMs).toISOString(),
  fields: { id, attempts: 2 },
})
const phoneJobs = (publicId: string, ...jobs: PhoneJobs['jobs'] & object): PhoneJobs => ({
  publicId,
  jobs,
  fault: null,
})
export const fleetJobs: PhoneJobs[] = [
  phoneJobs('dev_0', job('1', 'dispatched'), job('2', 'completed', { posting: 'green', notices: null })),
  phoneJobs('dev_1', job('3', 'needs_review', { posting: 'warning', sign_in: 'unknown' })),
  phoneJobs('dev_2', job('4', 'queued')),
]

const used = (active_minutes: number, actions: number, snapshots: number, uploads: number) => ({
  active_minutes,
  actions,
  snapshots,
  uploads,
})
export const usageHistory: UsageHistory = {
  samples: [9, 6, 4, 3, 1].map((hoursAgo, at) => ({
    at: storyNow - hoursAgo * 60 * minuteMs,
    used: used(90 * at, 150 * at, 12 * at, 3 * at * at),
  })),
  phones: [
    { publicId: 'dev_0', phone: 'Aster 01', used: used(212.4, 310, 4, 20) },
    { publicId: 'dev_1', phone: 'Birch 02', used: used(98, 122, 30, 1) },
  ],
}
