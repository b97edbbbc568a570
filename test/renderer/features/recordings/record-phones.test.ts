import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { createApp } from 'vue'
import { useRecord } from '../../../../src-renderer/features/recordings/record-phones'
import { hostKey } from '../../../../src-renderer/host/use-host'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import { fakeBridge, fakeHost } from '../../fake-host'
import { fakeTile } from '../../fake-phone'

it('ends a recording whose start is not answered yet', () => {
  setActivePinia(createPinia())
  useTiles().replace([{ ...fakeTile('a'), state: 'live' }])
  const calls: unknown[] = []
  const bridge = fakeBridge({
    call: (name, params) => {
      calls.push([name, params])
      return new Promise(() => undefined)
    },
  })
  const app = createApp({})
  app.provide(hostKey, fakeHost({ bridge }))
  const record = app.runWithContext(useRecord)
  for (let press = 0; press < 3; press += 1) record(['a'])
  const params = { publicIds: ['a'] }
  expect(calls).toEqual([
    ['recordings.start', params],
    ['recordings.stop', params],
    ['recordings.start', params],
  ])
})
