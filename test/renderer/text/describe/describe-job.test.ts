import { describe, expect, it } from 'vitest'
import { speak } from '../../../../src-renderer/text/current-language'
import { describeResult, jobName, jobState } from '../../../../src-renderer/text/describe/describe-job'

describe('a job in words', () => {
  it('has a name and a state', () => {
    expect([jobName('warm_up'), jobState('needs_review')]).toEqual(['Warm-up', 'Needs review'])
  })

  it('shows an unknown kind as it came', () => {
    expect([jobName('spring_clean'), jobState('resting'), jobName(null)]).toEqual([
      '“spring_clean”',
      '“resting”',
      'A job',
    ])
  })

  it('shows a word that each JavaScript object has as it came', () => {
    for (const word of ['constructor', 'toString', '__proto__'])
      expect([jobName(word), jobState(word)]).toEqual([`“${word}”`, `“${word}”`])
  })

  it('shows any result: flags, null counters, lists and unknown values', () => {
    const result = {
      account_state: { posting: 'green', sign_in: 'unknown' },
      notices: null,
      viewed: 0,
      accounts: ['meadow', 'harbor'],
      none: [],
      odd: [{ a: 1 }, null],
    }
    const lines = describeResult(result)
    expect(lines.map(({ name, value }) => [name, value])).toEqual([
      ['account state', null],
      ['posting', 'green'],
      ['sign-in', 'unknown'],
      ['notices', 'not known'],
      ['viewed', '0'],
      ['accounts', 'meadow, harbor'],
      ['none', '–'],
      ['odd', '{"a":1}, not known'],
    ])
    expect(lines.filter(({ depth }) => depth === 1).map(({ name }) => name)).toEqual(['posting', 'sign-in'])
  })

  it('names account flags in the window’s language, where they are known', async () => {
    await speak('de')
    const lines = describeResult({ sign_in: 'green', other_one: 'warning', posting: 3 })
    await speak('en')
    expect(lines.map(({ name, ownName }) => [name, ownName])).toEqual([
      ['Anmeldung', 'sign_in'],
      ['other one', 'other_one'],
      ['posting', undefined],
    ])
  })

  it('shows a result that is a single value', () => {
    expect(describeResult('done')).toEqual([{ name: '', value: 'done', depth: 0 }])
    expect(describeResult(['a'])).toEqual([{ name: '', value: 'a', depth: 0 }])
  })
})
