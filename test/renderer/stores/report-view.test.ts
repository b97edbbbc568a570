import { createPinia, setActivePinia } from 'pinia'
import { nextTick } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bridge } from '../../../src-shared/bridge/connect'
import { useConnection } from '../../../src-renderer/stores/connection'
import { reportView } from '../../../src-renderer/stores/report-view'
import { useView } from '../../../src-renderer/stores/view'

describe('what the person sees', () => {
  let told: unknown[]

  beforeEach(() => {
    vi.useFakeTimers()
    setActivePinia(createPinia())
    told = []
    const bridge: Bridge = {
      call: () => Promise.reject(new Error('nothing is called')),
      tell: (name, params) => void told.push([name, params]),
      onEvent: () => () => undefined,
      onClose: () => () => undefined,
      close: () => undefined,
    }
    useConnection().state = 'open'
    reportView(bridge)
    vi.runAllTimers()
    told = []
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is told with who is selected, when the selection changes', async () => {
    const view = useView()
    view.visible = ['a', 'b']
    view.select(['b'])
    await nextTick()
    vi.runAllTimers()
    expect(told).toEqual([
      ['view.show', expect.objectContaining({ visible: ['a', 'b'], focused: null, selected: ['b'] })],
    ])
    view.select([])
    await nextTick()
    vi.runAllTimers()
    expect(told).toHaveLength(2)
  })
})
