import { expect, it } from 'vitest'
import { busyAmong, type PendingJobs } from '../../../src-main/core/jobs/job-guard'
import type { JobStanding } from '../../../src-main/core/jobs/job-watch'
import { createFakeClock } from '../time/fake-clock'

it('names the busy phones, reads what is unknown, and waits 2 s for it at most', async () => {
  const clock = createFakeClock()
  const standings: Record<string, JobStanding> = { a: 'pending', b: 'none', c: 'unknown', d: 'unknown' }
  const jobs: PendingJobs = {
    standing: (publicId) => standings[publicId] ?? 'none',
    lookAt: (publicId) =>
      publicId === 'c' ? Promise.resolve((standings['c'] = 'pending')) : new Promise(() => undefined),
    pending: (publicId) => (publicId === 'a' ? { kind: 'warm_up', status: 'queued' } : null),
  }
  let found: unknown = null
  void busyAmong(jobs, ['a', 'b', 'c', 'd'], clock).then((busy) => (found = busy))
  await new Promise(setImmediate)
  expect(found).toBeNull()
  clock.advance(2000)
  await new Promise(setImmediate)
  expect(found).toEqual([
    { publicId: 'a', job: 'warm_up' },
    { publicId: 'c', job: null },
  ])
})
