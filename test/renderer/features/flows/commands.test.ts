import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { createApp } from 'vue'
import { flowCommands } from '../../../../src-renderer/features/flows/commands'
import { hostKey } from '../../../../src-renderer/host/use-host'
import { useFlows } from '../../../../src-renderer/stores/flows'
import { useNotices } from '../../../../src-renderer/stores/notices'
import type { Bridge } from '../../../../src-shared/bridge/connect'
import { fakeBridge, fakeHost } from '../../fake-host'

it('says so when the recording of a flow ends without a step', async () => {
  setActivePinia(createPinia())
  const bridge = fakeBridge({ call: (() => Promise.resolve({ path: null })) as unknown as Bridge['call'] })
  const app = createApp({})
  app.provide(hostKey, fakeHost({ bridge }))
  const specs = app.runWithContext(() => flowCommands({ bridge }))
  useFlows().replace({ recording: { publicId: 'a', phone: 'Aster 01', inputs: 0, steps: [] }, run: null })
  specs['flow.record'].run('a')
  await new Promise((resolve) => setImmediate(resolve))
  expect(useNotices().notices).toMatchObject([{ kind: 'nothing-recorded' }])
})
