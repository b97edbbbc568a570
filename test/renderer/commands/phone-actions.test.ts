import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import vocabularyFile from '../../../resources/vocabulary.json'
import type { Bridge } from '../../../src-shared/bridge/connect'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import { actOn, clickOn, whyNotAct, whyNotAsk } from '../../../src-renderer/commands/phone-actions'
import { useArrangement } from '../../../src-renderer/stores/arrangement'
import { useConnection } from '../../../src-renderer/stores/connection'
import { useDialogs } from '../../../src-renderer/stores/dialogs'
import { useNotices } from '../../../src-renderer/stores/notices'
import { usePreferences } from '../../../src-renderer/stores/preferences'
import { useSelection } from '../../../src-renderer/stores/selection'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { fakeBridge } from '../fake-host'
import { fakeTile } from '../fake-phone'

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

  it('is Home for the right button and nothing for the middle one by default', () => {
    clickOn(bridge, 'a', 'right')
    clickOn(bridge, 'a', 'middle')
    expect(calls).toEqual([press('home')])
  })

  it('follows the settings, in the words of the vocabulary', () => {
    usePreferences().change({ mouse: { right: 'none', middle: 'lock' } })
    clickOn(bridge, 'a', 'right')
    clickOn(bridge, 'a', 'middle')
    expect(calls).toEqual([press('sleep')])
  })
  it('asks before it locks more than 5 mirrored phones', () => {
    usePreferences().change({ mouse: { right: 'lock', middle: 'home' } })
    const phones = ['a', 'b', 'c', 'd', 'e', 'f']
    useTiles().replace(phones.map((publicId, at) => fakeTile(publicId, { tile: at })))
    useSelection().select(phones)
    useSelection().mirroring = true
    clickOn(bridge, 'a', 'middle')
    clickOn(bridge, 'a', 'right')
    expect(calls).toEqual([press('home')])
    expect(useDialogs().find('confirm')).toMatchObject({
      title: 'Lock?',
      about: expect.stringContaining('6 phones') as string,
    })
    useDialogs().find('confirm')?.run()
    expect(calls).toEqual([press('home'), press('sleep')])
  })
})

describe('phones that are view only', () => {
  beforeEach(() => {
    setActivePinia(createPinia())
    useTiles().replace(['a', 'b'].map((publicId, at) => fakeTile(publicId, { tile: at })))
    useArrangement().toggleViewOnly(['a'])
  })

  it('take no action, but answer questions', () => {
    expect(whyNotAct(['a'])).toBe('This phone is view only here.')
    expect(whyNotAct(['a', 'b'])).toBeNull()
    expect(whyNotAsk(['a'])).toBeNull()
  })

  it('are left out of an action on several, which each of them says', async () => {
    const calls: unknown[] = []
    const bridge = fakeBridge({
      call: (_, params) => {
        calls.push(params)
        return Promise.resolve({ id: 'task' } as never)
      },
    })
    await actOn(bridge, ['a', 'b'], { type: 'recalibrate' })
    expect(calls).toEqual([{ publicIds: ['b'], action: { type: 'recalibrate' } }])
    expect(useNotices().notices).toMatchObject([{ publicId: 'a', fault: { kind: 'view-only' } }])
  })
})
