import { expect, it } from 'vitest'
import { launchedJobs } from '../../../src-main/core/history/launched-jobs'
import type { ActivityEntry, ActivityQuery } from '../../../src-shared/features/activity'

it('finds in the log the jobs that Fleetwall launched and whose end it does not hold', async () => {
  const entries: ActivityEntry[] = []
  const log = (
    what: 'launch' | 'job',
    job: string,
    outcome: ActivityEntry['outcome'],
    about: string,
    fleet = 'Lab',
  ) =>
    entries.unshift({
      ...{ at: 0, fleet, publicId: 'a', phone: 'A', fault: null },
      what,
      job,
      outcome,
      about,
    })
  log('launch', 'job_1', 'done', 'warm_up')
  log('job', 'job_1', 'begun', 'dispatched warm_up')
  log('launch', 'job_2', 'done', 'warm_up')
  log('job', 'job_2', 'done', 'completed warm_up')
  log('launch', 'job_3', 'done', 'warm_up')
  log('job', 'job_3', 'unknown', 'gone warm_up')
  log('launch', 'job_4', 'done', 'warm_up', 'Elsewhere')
  log('job', 'job_5', 'begun', 'queued warm_up')
  log('launch', 'job_6', 'done', 'list_accounts')
  const list = ({ what }: ActivityQuery) => {
    const found = entries.filter((entry) => entry.what === what)
    return { total: found.length, entries: found }
  }
  const found = await launchedJobs({ list, whenRead: Promise.resolve() }, 'Lab')
  expect(found).toMatchObject([
    { id: 'job_6', kind: 'list_accounts', status: 'queued', publicId: 'a' },
    { id: 'job_1', kind: 'warm_up', status: 'dispatched' },
  ])
})
