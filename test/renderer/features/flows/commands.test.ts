import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { createApp } from 'vue'
import { flowCommands } from '../../../../src-renderer/features/flows/commands'
import { hostKey } from '../../../../src-renderer/host/use-host'
import { useFlows } from '../../../../src-renderer/stores/flows'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { describeNotice } from '../../../../src-renderer/text/describe/describe-notice'
import type { FinishedRecording } from '../../../../src-shared/features/flows'
import type { Bridge } from '../../../../src-shared/bridge/connect'
import { fakeBridge, fakeHost } from '../../fake-host'

/** Ends a recording, which the core answers with this. @returns what the window says */
async function finish(ended: FinishedRecording) {
  setActivePinia(createPinia())
  const bridge = fakeBridge({ call: (() => Promise.resolve(ended)) as unknown as Bridge['call'] })
  const app = createApp({})
  app.provide(hostKey, fakeHost({ bridge }))
  const specs = app.runWithContext(() => flowCommands({ bridge }))
  useFlows().replace({ recording: { publicId: 'a', phone: 'Aster 01', inputs: 0, steps: [] }, runs: [] })
  specs['flow.record'].run('a')
  await new Promise((resolve) => setImmediate(resolve))
  return useNotices().notices.map(
    (notice) => describeNotice(notice, { vocabulary: null, platform: 'linux' }).sentence,
  )
}

it.each([
  [{ path: null, steps: 0, comments: 0 }, 'Nothing was recorded.'],
  [{ path: '/flows/a.yaml', steps: 1, comments: 0 }, 'Recorded 1 step.'],
  [
    { path: '/flows/a.yaml', steps: 14, comments: 2 },
    'Recorded 14 steps; 2 inputs have no step and are comments.',
  ],
])('says what a recording of a flow ended with: %j', async (ended, said) => {
  expect(await finish(ended)).toEqual([said])
})
