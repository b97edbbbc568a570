import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { noFilter, type Condition, type Filter } from '../../../src-shared/features/filter'
import { matchesFilter } from '../../../src-renderer/rules/matches-filter'
import { fakeDevice } from '../fake-phone'
import { useFilter } from '../../../src-renderer/stores/filter'

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

describe('the filter of the wall', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('toggles labels and conditions', () => {
    const filter = useFilter()
    filter.toggleLabel('rented')
    filter.toggleCondition('offline')
    expect(filter.now).toEqual({ search: '', labels: ['rented'], match: 'any', conditions: ['offline'] })
    filter.toggleLabel('rented')
    filter.toggleCondition('offline')
    expect(filter.isEmpty).toBe(true)
  })

  it('is empty when the search is blank', () => {
    const filter = useFilter()
    filter.search = '  '
    expect(filter.isEmpty).toBe(true)
  })

  it('recognizes a saved view in any order of labels', () => {
    const filter = useFilter()
    filter.toggleLabel('a')
    filter.toggleLabel('b')
    filter.save('Both')
    filter.clear()
    const [both] = filter.saved
    expect(both && filter.shows(both)).toBe(false)
    filter.toggleLabel('b')
    filter.toggleLabel('a')
    expect(both && filter.shows(both)).toBe(true)
  })

  it('replaces a saved view of the same name', () => {
    const filter = useFilter()
    filter.search = 'one'
    filter.save('View')
    filter.search = 'two'
    filter.save('View')
    expect(filter.saved).toEqual([{ name: 'View', search: 'two', labels: [], match: 'any', conditions: [] }])
  })
})
