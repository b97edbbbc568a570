import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import { costOf } from '../../../../src-renderer/commands/phone-actions'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { reportMirror } from '../../../../src-renderer/app/sync/report-mirror'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { fakeBridge } from '../../fake-host'
import { fakeTile } from '../../fake-phone'

let page: EventTarget & { visibilityState: DocumentVisibilityState }
const show = (visibilityState: DocumentVisibilityState) => {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

describe('the mirrored phones', () => {
  let told: unknown[]
  let scope: EffectScope

  beforeEach(() => {
    setActivePinia(createPinia())
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
    vi.stubGlobal('document', page)
    told = []
    const bridge = fakeBridge({
      tell: (name, params) => void told.push([name, params]),
    })
    useConnection().state = 'open'
    scope = effectScope()
    scope.run(() => reportMirror(bridge))
  })
  afterEach(() => {
    scope.stop()
    vi.unstubAllGlobals()
  })

  const mirror = (publicIds: string[] | null) => ['control.mirror', { publicIds }]

  it('are reported at once, and again when the selection changes', () => {
    const selection = useSelection()
    selection.select(['a', 'b'])
    expect(told).toEqual([])
    selection.mirroring = true
    selection.toggle('c')
    selection.mirroring = false
    expect(told).toEqual([mirror(['a', 'b']), mirror(['a', 'b', 'c']), mirror([])])
  })

  it('are none while the window is hidden, and return with it', () => {
    const selection = useSelection()
    selection.select(['a', 'b'])
    selection.mirroring = true
    show('hidden')
    show('visible')
    expect(told).toEqual([mirror(['a', 'b']), mirror(null), mirror(['a', 'b'])])
  })

  it('are none once fewer than two phones are selected, and stay none', () => {
    const selection = useSelection()
    selection.select(['a', 'b'])
    selection.mirroring = true
    selection.pick('a')
    expect(selection.mirroring).toBe(false)
    selection.select(['a', 'b'])
    expect(selection.mirrored).toEqual([])
    expect(told.at(-1)).toEqual(mirror([]))
  })

  it('each cost one action, and an action on the selection counts each phone once', () => {
    useTiles().replace(['a', 'b', 'c', 'd'].map((publicId) => fakeTile(publicId)))
    const selection = useSelection()
    selection.select(['a', 'b', 'c'])
    expect([costOf(['a']), costOf(['a', 'b', 'c'])]).toEqual([1, 3])
    selection.mirroring = true
    expect([costOf(['a']), costOf(['d']), costOf(['a', 'b', 'c'])]).toEqual([3, 1, 3])
    // An action needs no control channel.
    useTiles().update(fakeTile('b', { control: 'taken' }))
    expect([costOf(['a']), selection.followers('a')]).toEqual([3, 1])
    useTiles().update(fakeTile('b', { state: 'offline' }))
    expect(costOf(['a'])).toBe(2)
  })

  it('are none after another fleet opens', () => {
    const selection = useSelection()
    selection.select(['a', 'b'])
    selection.mirroring = true
    selection.forget()
    expect(told.at(-1)).toEqual(mirror([]))
  })
})
