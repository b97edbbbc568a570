import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFilter } from '../../../src-renderer/stores/filter'

describe('the filter of the wall', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('toggles labels, conditions and outcomes', () => {
    const filter = useFilter()
    filter.toggleLabel('rented')
    filter.toggleCondition('offline')
    filter.toggleOutcome('job:failed')
    expect(filter.now).toEqual({
      search: '',
      labels: ['rented'],
      match: 'any',
      conditions: ['offline'],
      outcomes: ['job:failed'],
    })
    filter.toggleLabel('rented')
    filter.toggleCondition('offline')
    filter.toggleOutcome('job:failed')
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
    expect(filter.saved).toEqual([
      { name: 'View', search: 'two', labels: [], match: 'any', conditions: [], outcomes: [] },
    ])
  })
})
