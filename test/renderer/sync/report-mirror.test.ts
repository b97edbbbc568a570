import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, ref, type EffectScope } from 'vue'
import { costOf } from '../../../src-renderer/commands/phone-actions'
import { useConnection } from '../../../src-renderer/stores/connection'
import { reportMirror } from '../../../src-renderer/sync/report-mirror'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { useView } from '../../../src-renderer/stores/view'
import { fakeBridge } from '../fake-host'
import { fakeTile } from '../fake-phone'

const visibility = ref<DocumentVisibilityState>('visible')
vi.mock(import('@vueuse/core'), async (original) => ({
  ...(await original()),
  useDocumentVisibility: () => visibility,
}))

describe('who mirrors whom', () => {
  let told: unknown[]
  let page: EffectScope

  beforeEach(() => {
    setActivePinia(createPinia())
    visibility.value = 'visible'
    told = []
    const bridge = fakeBridge({
      tell: (name, params) => void told.push([name, params]),
    })
    useConnection().state = 'open'
    page = effectScope()
    page.run(() => reportMirror(bridge))
  })
  afterEach(() => page.stop())

  const mirror = (publicIds: string[] | null) => ['control.mirror', { publicIds }]

  it('is told before anything else can be done, and again when other phones are selected', () => {
    const view = useView()
    view.select(['a', 'b'])
    expect(told).toEqual([])
    view.mirroring = true
    view.toggle('c')
    view.mirroring = false
    expect(told).toEqual([mirror(['a', 'b']), mirror(['a', 'b', 'c']), mirror([])])
  })

  it('is nobody while the window is hidden, which ends nothing that was made before', () => {
    const view = useView()
    view.select(['a', 'b'])
    view.mirroring = true
    visibility.value = 'hidden'
    visibility.value = 'visible'
    expect(told).toEqual([mirror(['a', 'b']), mirror(null), mirror(['a', 'b'])])
  })

  it('is nobody any more once fewer than two are selected, also when there are two again', () => {
    const view = useView()
    view.select(['a', 'b'])
    view.mirroring = true
    view.pick('a')
    expect(view.mirroring).toBe(false)
    view.select(['a', 'b'])
    expect(view.mirrored).toEqual([])
    expect(told.at(-1)).toEqual(mirror([]))
  })

  it('is what an action on one of them is counted by, and on the selection each is counted once', () => {
    useTiles().replace(['a', 'b', 'c', 'd'].map((publicId) => fakeTile(publicId)))
    const view = useView()
    view.select(['a', 'b', 'c'])
    expect([costOf(['a']), costOf(['a', 'b', 'c'])]).toEqual([1, 3])
    view.mirroring = true
    expect([costOf(['a']), costOf(['d']), costOf(['a', 'b', 'c'])]).toEqual([3, 1, 3])
    // An action needs no control channel.
    useTiles().update(fakeTile('b', { control: 'taken' }))
    expect([costOf(['a']), view.followers('a')]).toEqual([3, 1])
    useTiles().update(fakeTile('b', { state: 'offline' }))
    expect(costOf(['a'])).toBe(2)
  })

  it('is nobody in another fleet', () => {
    const view = useView()
    view.select(['a', 'b'])
    view.mirroring = true
    view.forget()
    expect(told.at(-1)).toEqual(mirror([]))
  })
})
