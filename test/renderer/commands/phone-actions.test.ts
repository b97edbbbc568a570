import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import vocabularyFile from '../../../resources/vocabulary.json'
import type { Bridge } from '../../../src-shared/bridge/connect'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import { clickOn } from '../../../src-renderer/commands/phone-actions'
import { useConnection } from '../../../src-renderer/stores/connection'
import { usePreferences } from '../../../src-renderer/stores/preferences'
import { fakeBridge } from '../fake-host'

describe('clickOn', () => {
  let calls: unknown[]
  let bridge: Bridge

  beforeEach(() => {
    setActivePinia(createPinia())
    calls = []
    bridge = fakeBridge({
      call: (name, params) => {
        calls.push([name, params])
        return Promise.resolve({ result: {} } as never)
      },
    })
    const words = vocabularySchema.parse(vocabularyFile)
    const theirs = { ...words, presets: { ...words.presets, lock: 'sleep' } }
    useConnection().vocabularyState = { words: theirs, path: '', inUse: true, fault: null }
  })
  const press = (name: string) => ['device.act', { publicId: 'a', action: { type: 'press', name } }]

  it('is Home for the right button and nothing for the middle one by default', async () => {
    await clickOn(bridge, 'a', 'right')
    await clickOn(bridge, 'a', 'middle')
    expect(calls).toEqual([press('home')])
  })

  it('follows the settings, in the words of the vocabulary', async () => {
    usePreferences().change({ mouse: { right: 'none', middle: 'lock' } })
    await clickOn(bridge, 'a', 'right')
    await clickOn(bridge, 'a', 'middle')
    expect(calls).toEqual([press('sleep')])
  })
})
