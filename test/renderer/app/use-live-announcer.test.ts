import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, ref, type EffectScope, type Ref } from 'vue'
import { settlesMs, useLiveAnnouncer, type Speaker } from '../../../src-renderer/app/use-live-announcer'

let speaker: Ref<Speaker | null>
let heard: Readonly<Ref<string>>
let scope: EffectScope

beforeEach(() => {
  vi.useFakeTimers()
  speaker = ref({ id: 'a', text: 'A is live' })
  scope = effectScope()
  scope.run(() => (heard = useLiveAnnouncer(() => speaker.value)))
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

const become = async (next: Speaker | null, thenMs = settlesMs) => {
  speaker.value = next
  await nextTick()
  vi.advanceTimersByTime(thenMs)
}

describe('useLiveAnnouncer', () => {
  it('announces the settled change of the focused source', async () => {
    await become({ id: 'a', text: 'A is offline' }, settlesMs - 1)
    expect(heard.value).toBe('')
    vi.advanceTimersByTime(1)
    expect(heard.value).toBe('A is offline')
    await become({ id: 'a', text: 'A is live' })
    expect(heard.value).toBe('A is live')
  })

  it('skips short states, and announces the last of several changes', async () => {
    await become({ id: 'a', text: 'A connects' }, settlesMs / 2)
    await become({ id: 'a', text: 'A is live' })
    expect(heard.value).toBe('')
    await become({ id: 'a', text: 'A connects' }, settlesMs / 2)
    await become({ id: 'a', text: 'A is parked' })
    expect(heard.value).toBe('A is parked')
  })

  it('says nothing when the focus moves or leaves', async () => {
    await become({ id: 'b', text: 'B is offline' })
    expect(heard.value).toBe('')
    await become({ id: 'b', text: 'B is live' }, settlesMs / 2)
    await become(null)
    expect(heard.value).toBe('')
    await become({ id: 'a', text: 'A is offline' })
    expect(heard.value).toBe('')
  })

  it('says nothing more when it is over', async () => {
    await become({ id: 'a', text: 'A is offline' }, 0)
    scope.stop()
    vi.advanceTimersByTime(settlesMs)
    expect(heard.value).toBe('')
  })
})
