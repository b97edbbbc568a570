import { describe, expect, it } from 'vitest'
import { noFilter, type Condition, type Filter } from '../../../src-shared/features/filter'
import type { OutcomeWord } from '../../../src-shared/features/outcomes-state'
import { matchesFilter, type PhoneFacts } from '../../../src-renderer/rules/matches-filter'
import { fakeDevice } from '../fake-phone'

const device = (publicId: string, ...labels: string[]) =>
  fakeDevice(publicId, { labels: labels.map((name) => ({ name, color: '#FF0000' })) })

describe('matchesFilter', () => {
  const phones = [device('a', 'rented'), device('b', 'rented', 'own'), device('c', 'own'), device('d')]
  const conditionsNow = new Map<string, Condition>([
    ['b', 'offline'],
    ['c', 'blocked'],
  ])
  const outcomesNow = new Map<string, OutcomeWord[]>([
    ['a', ['job:failed', 'flag:green']],
    ['b', ['flow:failed', 'flag:warning']],
  ])
  const facts: PhoneFacts = {
    conditionOf: (id) => conditionsNow.get(id) ?? 'ready',
    outcomesOf: (id) => outcomesNow.get(id) ?? [],
  }
  const shown = (filter: Partial<Filter>) =>
    phones
      .filter((phone) => matchesFilter(phone, { ...noFilter, ...filter }, facts))
      .map(({ public_id }) => public_id)

  it('passes all phones with an empty filter', () => {
    expect(shown({})).toEqual(['a', 'b', 'c', 'd'])
  })

  it('combines search, labels and conditions', () => {
    expect(shown({ labels: ['rented'] })).toEqual(['a', 'b'])
    expect(shown({ labels: ['rented', 'own'] })).toEqual(['a', 'b', 'c'])
    expect(shown({ conditions: ['offline', 'blocked'] })).toEqual(['b', 'c'])
    expect(shown({ labels: ['own'], conditions: ['blocked'] })).toEqual(['c'])
    expect(shown({ labels: ['rented', 'own'], search: 'PHONE b' })).toEqual(['b'])
    expect(shown({ labels: ['gone'] })).toEqual([])
  })

  it('finds words with and without their accents', () => {
    const found = (name: string, search: string) =>
      matchesFilter({ ...device('x'), name }, { ...noFilter, search }, facts)
    expect([found('München 7', 'munchen'), found('Munchen', 'münchen'), found('Cafe', 'café zz')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('passes phones with any, all or none of the labels', () => {
    const labels = ['rented', 'own']
    expect(shown({ labels, match: 'any' })).toEqual(['a', 'b', 'c'])
    expect(shown({ labels, match: 'all' })).toEqual(['b'])
    expect(shown({ labels, match: 'none' })).toEqual(['d'])
    expect(shown({ match: 'none' })).toHaveLength(4)
  })

  it('passes phones with one of the outcomes', () => {
    expect(shown({ outcomes: ['job:failed', 'flag:warning'] })).toEqual(['a', 'b'])
    expect(shown({ outcomes: ['flow:failed'], labels: ['own'] })).toEqual(['b'])
    expect(shown({ outcomes: ['flag:unknown'] })).toEqual([])
  })

  it.each([
    ['job:failed', ['a']],
    ['FLAG:Warning', ['b']],
    ['flag:', ['a', 'b']],
    ['flow:f', ['b']],
    ['job:failed flow:failed', []],
    ['phone flag:green rented', ['a']],
    ['flag:blue', []],
  ])('finds outcomes by the words of the search: %s', (search, found) => {
    expect(shown({ search })).toEqual(found)
  })

  it('reads no conditions and outcomes without one in the filter', () => {
    const [first] = phones
    const asked = () => {
      throw new Error('it was asked for')
    }
    expect(
      first &&
        matchesFilter(
          first,
          { ...noFilter, search: 'a', labels: ['rented'] },
          { conditionOf: asked, outcomesOf: asked },
        ),
    ).toBe(true)
  })
})
