import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { useArrangement } from '../../../src-renderer/stores/arrangement'
import { useDevices } from '../../../src-renderer/stores/devices'
import { useFilter } from '../../../src-renderer/stores/filter'
import { fakeDevice } from '../fake-phone'

beforeEach(() => {
  setActivePinia(createPinia())
  const devices = ['a', 'b', 'c', 'd'].map((id) => fakeDevice(id))
  useDevices().replace({ status: 'ready', devices, fault: null })
})

it('moves phones among the shown ones, and keeps the places of hidden ones', () => {
  const filter = useFilter()
  filter.search = 'phone'
  filter.move(['a'], 1)
  expect(filter.shownIds).toEqual(['b', 'a', 'c', 'd'])
  filter.move(['b'], -1)
  filter.move(['d'], -1)
  expect(filter.shownIds).toEqual(['b', 'a', 'd', 'c'])
  expect(useArrangement().now).toMatchObject({ sort: 'hand', placed: ['b', 'a', 'd', 'c'] })
  filter.move(['d', 'a'], 1)
  expect(filter.shownIds).toEqual(['b', 'c', 'a', 'd'])
  filter.move(['d', 'b'], -1)
  expect(filter.shownIds).toEqual(['b', 'd', 'c', 'a'])
})

it('sorts by last use as of the choice, so that no tile moves under the hand', () => {
  const [arrangement, filter] = [useArrangement(), useFilter()]
  arrangement.use(['c'])
  arrangement.sortBy('used')
  arrangement.use(['b'])
  expect(filter.shownIds[0]).toBe('c')
  arrangement.sortBy('used')
  expect(filter.shownIds).toEqual(['b', 'c', 'a', 'd'])
})

it('pins all phones of a selection, and unpins them once all are pinned', () => {
  const arrangement = useArrangement()
  arrangement.togglePins(['b'])
  arrangement.togglePins(['b', 'd'])
  expect(arrangement.now.pinned).toEqual(['b', 'd'])
  arrangement.togglePins(['b', 'd'])
  expect(arrangement.now.pinned).toEqual([])
})
