import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from 'vue'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { useCall } from '../../../src-renderer/commands/use-call'
import { useOpenFleet } from '../../../src-renderer/features/fleets/use-open-fleet'
import { hostKey } from '../../../src-renderer/host/use-host'
import { useDevices } from '../../../src-renderer/stores/devices'
import { useFleets } from '../../../src-renderer/stores/fleets'
import { useNotices } from '../../../src-renderer/stores/notices'
import { fakeBridge, fakeHost } from '../fake-host'
import { fakeDevice } from '../fake-phone'

const locked: Fault = { kind: 'keychain', reason: 'locked' }
const device = fakeDevice('a')

let calls: [string, unknown][]
let answer: (command: string) => Promise<never>

/** Runs a component's setup over a core that answers every call alike. */
function inPage<Result>(setup: () => Result, host: Parameters<typeof fakeHost>[0] = {}): Result {
  const bridge = fakeBridge({
    call: (command, params) => {
      calls.push([command, params])
      return answer(command)
    },
  })
  const app = createApp({})
  app.provide(hostKey, fakeHost({ bridge, ...host }))
  return app.runWithContext(setup)
}
const told = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  setActivePinia(createPinia())
  calls = []
  answer = () => Promise.resolve(null as never)
})

describe('useCall', () => {
  it('shows failures in the window', async () => {
    answer = () => Promise.reject(new FaultError(locked))
    inPage(useCall)('devices.refresh', {})
    await told()
    expect(calls).toEqual([['devices.refresh', {}]])
    expect(useNotices().notices).toMatchObject([{ publicId: null, fault: locked }])
  })

  it('is silent on success', async () => {
    inPage(useCall)('uploads.clear', {})
    await told()
    expect(useNotices().notices).toEqual([])
  })
})

describe('useOpenFleet', () => {
  beforeEach(() => {
    const fleet = (id: string) => ({ id, name: id, baseUrl: 'https://a.example/v1', kind: 'saved' as const })
    useFleets().replace({
      fleets: [fleet('lab'), fleet('shop')],
      activeId: 'lab',
      elsewhere: [],
      keychain: true,
    })
  })

  it.each([
    [false, ['fleets.isTied', 'fleets.open'], []],
    [true, ['fleets.isTied'], ['shop']],
  ])('opens another fleet in its own window where it would end something: %s', async (isTied, asked, own) => {
    const opened: string[] = []
    answer = () => Promise.resolve({ isTied } as never)
    inPage(useOpenFleet, { openFleet: (id) => opened.push(id) })('shop')
    await told()
    expect([calls.map(([command]) => command), opened]).toEqual([asked, own])
  })

  it('keeps the open fleet, even with an old list', () => {
    useDevices().replace({ status: 'ready', devices: [device], fault: null })
    inPage(useOpenFleet)('lab')
    useDevices().replace({ status: 'failed', devices: [device], fault: locked })
    inPage(useOpenFleet)('lab')
    expect(calls).toEqual([])
  })

  it('opens the current fleet again if it failed to open', () => {
    useDevices().replace({ status: 'failed', devices: [], fault: locked })
    inPage(useOpenFleet)('lab')
    expect(calls).toEqual([['fleets.open', { id: 'lab' }]])
  })
})
