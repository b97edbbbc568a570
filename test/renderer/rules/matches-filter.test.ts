import { describe, expect, it } from 'vitest'
import { noFilter, type Condition, type Filter } from '../../../src-shared/features/filter'
import { matchesFilter } from '../../../src-renderer/rules/matches-filter'
import { fakeDevice } from '../fake-phone'

const device = (publicId: string, ...labels: string[]) =>
  fakeDevice(publicId, { labels: labels.map((name) => ({ name, color: '#FF0000' })) })

describe('matchesFilter', () => {
  const phones = [device('a', 'rented'), device('b', 'rented', 'own'), device('c', 'own'), device('d')]
  const conditionsNow = new Map<string, Condition>([
    ['b', 'offline'],
    ['c', 'blocked'],
  ])
  const shown = (filter: Partial<Filter>) =>
    phones
      .filter((phone) =>
        matchesFilter(phone, { ...noFilter, ...filter }, (id) => conditionsNow.get(id) ?? 'ready'),
      )
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
      matchesFilter({ ...device('x'), name }, { ...noFilter, search }, () => 'ready')
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

  it('reads no conditions without a condition in the filter', () => {
    const [first] = phones
    const asked = () => {
      throw new Error('it was asked for')
    }
    expect(first && matchesFilter(first, { ...noFilter, labels: ['rented'] }, asked)).toBe(true)
  })
})
