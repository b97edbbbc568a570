import { createPinia, setActivePinia } from 'pinia'
import { nextTick } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { useFleets } from '../../../../src-renderer/stores/fleets'
import { reportVisible } from '../../../../src-renderer/app/sync/report-visible'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useView } from '../../../../src-renderer/stores/view'
import { fakeBridge } from '../../fake-host'

describe('the reported phones in sight', () => {
  let told: unknown[]

  beforeEach(() => {
    vi.useFakeTimers()
    setActivePinia(createPinia())
    told = []
    const bridge = fakeBridge({
      tell: (name, params) => void told.push([name, params]),
    })
    useConnection().state = 'opening'
    reportVisible(bridge)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Ties the page to the core; the first report has been sent. */
  const open = async () => {
    useConnection().state = 'open'
    await nextTick()
    vi.runAllTimers()
    const first = told
    told = []
    return first
  }

  it('are reported as soon as the bridge is open', async () => {
    useView().visible = ['a']
    useView().shownTileSize = 240
    await nextTick()
    vi.runAllTimers()
    expect(told).toEqual([])
    useConnection().state = 'open'
    await nextTick()
    vi.advanceTimersByTime(0)
    const shown = {
      visible: ['a'],
      focused: null,
      selected: [],
      tileHeight: 240,
      patrols: false,
      windowVisible: true,
    }
    expect(told).toEqual([['view.show', shown]])
  })

  it('come with the beginning and the end of a scroll', async () => {
    await open()
    const scroll = async () => {
      useView().scrolling = true
      await nextTick()
    }
    await scroll()
    vi.advanceTimersByTime(150)
    await scroll()
    vi.advanceTimersByTime(199)
    await nextTick()
    expect(told).toEqual([['view.scroll', { scrolling: true }]])
    vi.advanceTimersByTime(1)
    await nextTick()
    expect(told.slice(1)).toEqual([['view.scroll', { scrolling: false }]])
  })

  it('are those in sight after a scroll has settled', async () => {
    await open()
    for (const visible of [['a'], ['b'], ['c']]) {
      useView().visible = visible
      await nextTick()
    }
    vi.advanceTimersByTime(99)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    expect(told).toEqual([['view.show', expect.objectContaining({ visible: ['c'] })]])
  })

  it('are not reported again unless they change', async () => {
    await open()
    const view = useView()
    view.visible = ['a']
    await nextTick()
    vi.runAllTimers()
    view.visible = ['a']
    await nextTick()
    vi.runAllTimers()
    expect(told).toHaveLength(1)
  })

  it('are the focused phone in the focus view', async () => {
    await open()
    const view = useView()
    view.visible = ['a', 'b']
    view.open('b')
    await nextTick()
    vi.runAllTimers()
    expect(told).toEqual([['view.show', expect.objectContaining({ visible: ['b'], focused: 'b' })]])
  })

  it('include the compared phone, which is large', async () => {
    await open()
    const view = useView()
    view.compare('b', 'a')
    view.inStrip = ['a', 'c']
    await nextTick()
    vi.runAllTimers()
    const compared = { visible: ['b', 'a', 'c'], focused: 'b', tileHeight: undefined }
    expect(told).toEqual([['view.show', expect.objectContaining(compared)]])
    view.open('b')
    await nextTick()
    vi.runAllTimers()
    const alone = { visible: ['b', 'a', 'c'], focused: 'b', tileHeight: 128 }
    expect(told.at(-1)).toEqual(['view.show', expect.objectContaining(alone)])
  })

  it('include the filmstrip, with the height of its screens', async () => {
    await open()
    const view = useView()
    view.shownTileSize = 400
    view.visible = ['a', 'b']
    view.open('b')
    view.inStrip = ['c', 'd']
    await nextTick()
    vi.runAllTimers()
    const shown = { visible: ['b', 'c', 'd'], focused: 'b', tileHeight: 128 }
    expect(told).toEqual([['view.show', expect.objectContaining(shown)]])
    view.inStrip = ['d', 'e']
    await nextTick()
    vi.runAllTimers()
    expect(told.at(-1)).toEqual(['view.show', expect.objectContaining({ visible: ['b', 'd', 'e'] })])
    view.back()
    await nextTick()
    vi.runAllTimers()
    expect(told.at(-1)).toEqual([
      'view.show',
      expect.objectContaining({ visible: ['a', 'b'], focused: null, tileHeight: 400 }),
    ])
  })

  it('are reported again for another fleet', async () => {
    useView().visible = ['a']
    const [first] = await open()
    const fleet = { id: 'f', name: 'Lab', baseUrl: '', kind: 'saved' } as const
    useFleets().replace({ fleets: [fleet], activeId: 'f', elsewhere: [], keychain: true })
    await nextTick()
    vi.runAllTimers()
    expect(told).toEqual([first])
  })

  it('come with the selection', async () => {
    await open()
    const selection = useSelection()
    const view = useView()
    view.visible = ['a', 'b']
    selection.select(['b'])
    await nextTick()
    vi.runAllTimers()
    expect(told).toEqual([
      ['view.show', expect.objectContaining({ visible: ['a', 'b'], focused: null, selected: ['b'] })],
    ])
    selection.select([])
    await nextTick()
    vi.runAllTimers()
    expect(told).toHaveLength(2)
  })
})
