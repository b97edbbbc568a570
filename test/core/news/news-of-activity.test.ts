import { beforeEach, describe, expect, it } from 'vitest'
import { createNewsOfActivity } from '../../../src-main/core/news/news-of-activity'
import type { ActivityEntry } from '../../../src-shared/features/activity'
import type { News } from '../../../src-shared/features/news-state'
import type { Fault } from '../../../src-shared/protocol/fault'

const entry = (over: Partial<ActivityEntry>): ActivityEntry => ({
  at: 0,
  fleet: 'Lab',
  publicId: 'a',
  phone: 'Aster',
  what: 'job',
  outcome: 'done',
  about: '',
  fault: null,
  ...over,
})

describe('news of activity', () => {
  let news: News[]
  let seen: ReturnType<typeof createNewsOfActivity>

  beforeEach(() => {
    news = []
    seen = createNewsOfActivity((one) => news.push(one))
  })
  const bodies = () => news.map(({ title, body }) => [title, body])

  it('are jobs to review and jobs that failed', () => {
    seen.entry(entry({ about: 'completed warm_up' }))
    seen.entry(entry({ about: 'dispatched warm_up', outcome: 'begun' }))
    seen.entry(entry({ about: 'needs_review warm_up', outcome: 'unknown' }))
    seen.entry(entry({ about: 'expired', outcome: 'failed' }))
    expect(bodies()).toEqual([
      ['Aster', { text: 'jobReview' }],
      ['Aster', { text: 'jobFailed' }],
    ])
    expect(news[0]).toMatchObject({ group: 'jobs', target: { kind: 'phone', publicId: 'a' }, isKept: true })
  })

  it('are budgets from 95%, once a day', () => {
    const warn = (fault: Fault) => seen.entry(entry({ what: 'notice', publicId: null, phone: '', fault }))
    const day = { budget: 'actions', resetsAt: '2030-01-02T00:00:00Z' } as const
    warn({ kind: 'budget-low', percent: 80, remaining: 20, ...day })
    warn({ kind: 'budget-low', percent: 95, remaining: 5, ...day })
    warn({ kind: 'budget-used-up', ...day })
    warn({ kind: 'budget-used-up', ...day, resetsAt: '2030-01-03T00:00:00Z' })
    expect(bodies()).toEqual([
      [{ text: 'budgetActions' }, { text: 'budgetLow', values: { percent: 95 } }],
      [{ text: 'budgetActions' }, { text: 'budgetLow', values: { percent: 100 } }],
    ])
  })
})
