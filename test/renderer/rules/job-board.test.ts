import { describe, expect, it } from 'vitest'
import vocabularyFile from '../../../resources/vocabulary.json'
import { accountsFound, boardRows, otherFields } from '../../../src-renderer/rules/job-board'
import { stageOf } from '../../../src-shared/features/job-stage'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'

const job = (
  id: string,
  status: string,
  createdAt: string | null = null,
  result: unknown = null,
): AutomationJob => ({
  id,
  kind: 'warm_up',
  status,
  result,
  publicId: null,
  createdAt,
  fields: {},
})

describe('jobs board', () => {
  it('has a stage for each state of the service, and shows unknown ones as running', () => {
    const states = ['queued', 'dispatched', 'completed', 'failed', 'needs_review', 'expired', 'toString']
    expect(states.map((status) => stageOf(status))).toEqual([
      'waiting',
      'running',
      'done',
      'failed',
      'review',
      'failed',
      'running',
    ])
    expect(stageOf('given_up', ['given_up'])).toBe('failed')
  })

  it('lists what runs before what waits, and the newest of each first', () => {
    const rows = boardRows(
      [
        {
          publicId: 'a',
          fault: null,
          jobs: [job('1', 'completed', '2026-01-01T00:00:00Z'), job('2', 'queued')],
        },
        { publicId: 'b', fault: null, jobs: null },
        {
          publicId: 'c',
          fault: null,
          jobs: [job('3', 'dispatched'), job('4', 'completed', '2026-02-01T00:00:00Z')],
        },
      ],
      [],
    )
    expect(rows.map(({ job: { id } }) => id)).toEqual(['3', '2', '4', '1'])
  })
})

describe('the further fields of a job', () => {
  it('are those without a place of their own', () => {
    const fields = { id: '1', created_at: 'x', account: 'ada', attempts: 2 }
    expect(otherFields({ fields }, vocabularySchema.parse(vocabularyFile))).toEqual({
      account: 'ada',
      attempts: 2,
    })
    expect(otherFields({ fields: { id: '1' } }, null)).toEqual({ id: '1' })
  })
})

describe('accounts found', () => {
  it('are the names in results, each once, whatever else the service sends', () => {
    const found = [
      job('1', 'completed', null, { accounts: ['ada', 'bob', '', 7] }),
      job('2', 'completed', null, { accounts: ['bob'] }),
      job('3', 'completed', null, { accounts: 'ada' }),
      job('4', 'failed'),
    ]
    expect(accountsFound(found, 'accounts')).toEqual(['ada', 'bob'])
    expect(accountsFound(found, 'users')).toEqual([])
  })
})
