import { createPinia, setActivePinia } from 'pinia'
import { nextTick } from 'vue'
import { beforeEach, describe, expect, it } from 'vitest'
import { noArrangement } from '../../../../src-shared/features/arrangement'
import type { AppEvent } from '../../../../src-shared/bridge/app-state'
import { noLastView, type LastView } from '../../../../src-shared/features/last-view'
import { sharedOf } from '../../../../src-shared/features/shared-view'
import { useArrangement } from '../../../../src-renderer/stores/arrangement'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { useFilter } from '../../../../src-renderer/stores/filter'
import { useFleets } from '../../../../src-renderer/stores/fleets'
import { persistView } from '../../../../src-renderer/app/sync/persist-view'
import { useLastView } from '../../../../src-renderer/app/sync/last-view'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useView } from '../../../../src-renderer/stores/view'
import { fakeBridge } from '../../fake-host'

const rented = {
  name: 'Rented',
  search: '',
  labels: ['rented'],
  match: 'any' as const,
  conditions: [],
  outcomes: [],
}
const left: LastView = {
  search: 'lab',
  labels: ['rented'],
  match: 'all',
  conditions: ['ready'],
  outcomes: ['flow:failed'],
  selected: ['a', 'gone', 'b'],
  focused: 'b',
  saved: [rented],
  arrangement: { ...noArrangement, sort: 'label', pinned: ['b'] },
  look: null,
}

const { search, labels, match, conditions, outcomes } = left
const filter = { search, labels, match, conditions, outcomes }

describe('a fleet’s last view', () => {
  let told: unknown[]
  let hear: (event: AppEvent) => void

  beforeEach(() => {
    setActivePinia(createPinia())
    told = []
    const bridge = fakeBridge({
      tell: (name, params) => void told.push([name, params]),
      onEvent: (listener) => {
        hear = listener
        return () => undefined
      },
    })
    useConnection().state = 'open'
    const fleet = { id: 'f', name: 'Lab', baseUrl: '', kind: 'saved' } as const
    useFleets().replace({ fleets: [fleet], activeId: 'f', elsewhere: [], keychain: true })
    persistView(bridge)
  })

  it('is restored once its phones are listed, without missing ones', () => {
    const [selection, view] = [useSelection(), useView()]
    useLastView().begin(left)
    expect([useFilter().now, [...selection.ids], view.focused]).toEqual([filter, [], null])
    expect(useFilter().saved).toEqual([rented])
    useLastView().restore(new Set(['a', 'b', 'c']))
    expect([useFilter().now, [...selection.ids], view.focused]).toEqual([filter, ['a', 'b'], 'b'])
  })

  it('shows the wall if the focused phone is gone', () => {
    useLastView().begin(left)
    useLastView().restore(new Set(['a']))
    expect(useView().focused).toBeNull()
  })

  it('is restored only once', () => {
    useLastView().begin(left)
    useLastView().restore(new Set(['a', 'b']))
    useSelection().select([])
    useView().back()
    useLastView().restore(new Set(['a', 'b']))
    expect([...useSelection().ids]).toEqual([])
    expect(useView().focused).toBeNull()
  })

  it('is saved as it changes, once it was restored', async () => {
    useLastView().begin(left)
    await nextTick()
    expect(told).toEqual([])
    useLastView().restore(new Set(['a', 'b']))
    await nextTick()
    const arrangement = { ...left.arrangement, used: ['b'] }
    const shown = { ...left, selected: ['a', 'b'], arrangement }
    expect(told).toEqual([['view.keep', { fleetId: 'f', lastView: shown }]])
    useView().back()
    await nextTick()
    expect(told.at(-1)).toEqual(['view.keep', { fleetId: 'f', lastView: { ...shown, focused: null } }])
  })

  it('is saved with the filter and the saved views', async () => {
    useLastView().begin(noLastView)
    useLastView().restore(new Set(['a']))
    const filter = useFilter()
    filter.toggleLabel('rented')
    await nextTick()
    expect(told.at(-1)).toEqual([
      'view.keep',
      { fleetId: 'f', lastView: { ...noLastView, labels: ['rented'] } },
    ])
    filter.save('Rented')
    await nextTick()
    const lastView = { ...noLastView, labels: ['rented'], saved: [rented] }
    expect(told.at(-1)).toEqual(['view.keep', { fleetId: 'f', lastView }])
    filter.forgetSaved('Rented')
    await nextTick()
    expect(told.at(-1)).toEqual(['view.keep', { fleetId: 'f', lastView: { ...lastView, saved: [] } }])
  })

  it('is not saved again unless it changes', async () => {
    useLastView().begin(noLastView)
    useLastView().restore(new Set(['a']))
    useSelection().select(['a'])
    await nextTick()
    useView().keepOnly(new Set(['a']))
    await nextTick()
    expect(told).toHaveLength(1)
  })

  it('says nothing back of what another wall has arranged', async () => {
    useLastView().begin(noLastView)
    useLastView().restore(new Set(['a']))
    await nextTick()
    told = []
    const arranged = { ...noLastView, saved: [rented], arrangement: { ...noArrangement, pinned: ['a'] } }
    const event: AppEvent = { type: 'arranged', except: 'wall 2', shared: sharedOf(arranged) }
    hear(event)
    useArrangement().take(event)
    useLastView().take(event)
    await nextTick()
    expect(told).toEqual([])
    useSelection().select(['a'])
    await nextTick()
    expect(told).toEqual([['view.keep', { fleetId: 'f', lastView: { ...arranged, selected: ['a'] } }]])
  })
})
