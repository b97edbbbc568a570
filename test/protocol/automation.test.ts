import { describe, expect, it } from 'vitest'
import vocabulary from '../../resources/vocabulary.json'
import { pendingJobs, type AutomationJob } from '../../src-shared/protocol/automation'
import { vocabularySchema } from '../../src-shared/protocol/vocabulary'

const names = vocabularySchema.parse(vocabulary)
const job = (status: string, createdAt: string | null = null): AutomationJob => ({
  id: status,
  kind: 'warm_up',
  status,
  result: null,
  publicId: null,
  createdAt,
  fields: {},
})
const pending = (...jobs: AutomationJob[]) => pendingJobs(jobs, names).map(({ status }) => status)

describe('whether a job is pending (spec 3)', () => {
  it.each(['queued', 'dispatched'])('is pending while %s', (status) => {
    expect(pending(job(status))).toEqual([status])
  })

  it.each(['completed', 'failed', 'needs_review', 'expired', 'cancelled'])(
    'no longer when it is %s',
    (status) => {
      expect(pending(job(status))).toEqual([])
    },
  )

  it('is not pending in the vocabulary’s state for abandoned jobs', () => {
    expect(pendingJobs([job('given_up')], { ...names, abandonedJob: 'given_up' })).toEqual([])
  })

  it('may be pending in an unknown state, unless a later job exists', () => {
    expect(pending(job('resting'))).toEqual(['resting'])
    const old = job('resting', '2030-01-01T00:00:00Z')
    expect(pending(old, job('completed', '2030-01-01T00:00:01Z'))).toEqual([])
    expect(pending(old, job('completed', '2029-12-31T23:59:59Z'))).toEqual(['resting'])
  })
})
