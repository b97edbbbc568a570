import { createPinia, setActivePinia } from 'pinia'
import { nextTick } from 'vue'
import { beforeEach, describe, expect, it } from 'vitest'
import { FaultError, type Fault } from '../../../../src-shared/protocol/fault'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { persistPreferences } from '../../../../src-renderer/app/sync/persist-preferences'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { usePreferences } from '../../../../src-renderer/stores/preferences'
import { fakeBridge } from '../../fake-host'

describe('changed settings', () => {
  let calls: { params: unknown; answer: (fault?: Fault) => void }[]

  beforeEach(() => {
    setActivePinia(createPinia())
    calls = []
    const bridge = fakeBridge({
      call: (_, params) =>
        new Promise((resolve, reject) => {
          const answer = (fault?: Fault) => (fault ? reject(new FaultError(fault)) : resolve(null as never))
          calls.push({ params, answer })
        }),
    })
    useConnection().state = 'open'
    persistPreferences(bridge)
  })
  const told = () => new Promise((resolve) => setImmediate(resolve))
  const sent = () => calls.map(({ params }) => params)

  it('go to the core in one call for changes of one moment', async () => {
    usePreferences().change({ tileSize: 200 })
    usePreferences().change({ inspector: { wall: true, focus: true } })
    await nextTick()
    expect(sent()).toEqual([{ tileSize: 200, inspector: { wall: true, focus: true } }])
    calls[0]?.answer()
    await told()
    expect(calls).toHaveLength(1)
    expect(usePreferences().unsent).toEqual({})
  })

  it('wait for the last answer, and send the newest value', async () => {
    for (const tileSize of [200, 300, 400]) {
      usePreferences().change({ tileSize })
      await nextTick()
    }
    expect(sent()).toEqual([{ tileSize: 200 }])
    calls[0]?.answer()
    await told()
    expect(sent()).toEqual([{ tileSize: 200 }, { tileSize: 400 }])
  })

  it('wait until the bridge is open', async () => {
    useConnection().state = 'opening'
    usePreferences().change({ tileSize: 200 })
    await nextTick()
    expect(calls).toEqual([])
    useConnection().state = 'open'
    await nextTick()
    expect(sent()).toEqual([{ tileSize: 200 }])
  })

  it('last when the core refuses them, with a notice', async () => {
    usePreferences().change({ tileSize: 200 })
    await nextTick()
    calls[0]?.answer({ kind: 'internal', detail: 'no' })
    await told()
    expect(calls).toHaveLength(1)
    expect(usePreferences().now.tileSize).toBe(200)
    expect(useNotices().notices).toMatchObject([{ publicId: null, fault: { kind: 'internal' } }])
  })
})
