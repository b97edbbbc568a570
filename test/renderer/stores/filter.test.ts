import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { noFilter, type Condition } from '../../../src-shared/bridge/filter'
import type { Filter } from '../../../src-shared/bridge/filter-schema'
import { useFilter } from '../../../src-renderer/stores/filter'
import { matchesFilter } from '../../../src-renderer/rules/matches-filter'
import { fakeDevice } from '../fake-phone'

const device = (publicId: string, ...labels: string[]) =>
  fakeDevice(publicId, { labels: labels.map((name) => ({ name, color: '#FF0000' })) })

describe('which phones a filter shows', () => {
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

  it('all of them, where nothing is asked for', () => {
    expect(shown({})).toEqual(['a', 'b', 'c', 'd'])
  })

  it('those with one of the labels, and in one of the conditions, and found: what is asked for combines', () => {
    expect(shown({ labels: ['rented'] })).toEqual(['a', 'b'])
    expect(shown({ labels: ['rented', 'own'] })).toEqual(['a', 'b', 'c'])
    expect(shown({ conditions: ['offline', 'blocked'] })).toEqual(['b', 'c'])
    expect(shown({ labels: ['own'], conditions: ['blocked'] })).toEqual(['c'])
    expect(shown({ labels: ['rented', 'own'], search: 'PHONE b' })).toEqual(['b'])
    expect(shown({ labels: ['gone'] })).toEqual([])
  })

  it('conditions of phones are not looked at where none is asked for: a tile that changes leaves the wall as it is', () => {
    const [first] = phones
    const asked = () => {
      throw new Error('it was asked for')
    }
    expect(first && matchesFilter(first, { ...noFilter, labels: ['rented'] }, asked)).toBe(true)
  })
})

describe('the filter of the wall', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('takes and lets go of a label or a condition by the same click', () => {
    const filter = useFilter()
    filter.toggleLabel('rented')
    filter.toggleCondition('offline')
    expect(filter.now).toEqual({ search: '', labels: ['rented'], conditions: ['offline'] })
    filter.toggleLabel('rented')
    filter.toggleCondition('offline')
    expect(filter.isEmpty).toBe(true)
  })

  it('is empty also where only blanks are searched for', () => {
    const filter = useFilter()
    filter.search = '  '
    expect(filter.isEmpty).toBe(true)
  })

  it('knows a saved view again, in whatever order it was chosen', () => {
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

  it('replaces a saved view by one of the same name', () => {
    const filter = useFilter()
    filter.search = 'one'
    filter.save('View')
    filter.search = 'two'
    filter.save('View')
    expect(filter.saved).toEqual([{ name: 'View', search: 'two', labels: [], conditions: [] }])
  })
})
