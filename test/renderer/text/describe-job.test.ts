import { describe, expect, it } from 'vitest'
import { describeResult, jobName, jobState } from '../../../src-renderer/text/describe-job'

describe('a job in words', () => {
  it('has a name and a state', () => {
    expect([jobName('warm_up'), jobState('needs_review')]).toEqual(['Warm-up', 'Needs review'])
  })

  it('is called as it came, where it is not known', () => {
    expect([jobName('spring_clean'), jobState('resting'), jobName(null)]).toEqual([
      '“spring_clean”',
      '“resting”',
      'A job',
    ])
  })

  it('shows its result as it came: flags, null counters, lists, and what nobody expected', () => {
    const result = {
      account_state: { posting: 'green', sign_in: 'unknown' },
      notices: null,
      viewed: 0,
      accounts: ['meadow', 'harbor'],
      none: [],
      odd: [{ a: 1 }, null],
    }
    expect(describeResult(result)).toEqual([
      { name: 'account state: posting', value: 'green' },
      { name: 'account state: sign in', value: 'unknown' },
      { name: 'notices', value: '–' },
      { name: 'viewed', value: '0' },
      { name: 'accounts', value: 'meadow, harbor' },
      { name: 'none', value: '–' },
      { name: 'odd', value: '{"a":1}, –' },
    ])
  })

  it('shows a result that is a single value', () => {
    expect(describeResult('done')).toEqual([{ name: '', value: 'done' }])
    expect(describeResult(['a'])).toEqual([{ name: '', value: 'a' }])
  })
})
