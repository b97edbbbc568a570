// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import TileVeil from '../../../../src-renderer/phone/screen/TileVeil.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import { formatTime } from '../../../../src-renderer/text/numbers'
import type { TileState } from '../../../../src-shared/features/tile-state'
import { fakeDevice, fakeTile } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the veil of a phone that is not live', () => {
  inFreshPage()
  const timeOn = (over: Partial<TileState>) => {
    showPhones([fakeDevice('a')])
    const tile = fakeTile('a', over)
    useTiles().update(tile)
    const { part } = mountInPage(TileVeil, { tile })
    const at = useTiles().liveUntil.get('a')
    const time = part.find('.waiting .time')
    return { text: time.exists() ? time.text() : null, at: formatTime(at ?? 0) }
  }

  it.each(['max-active-devices', 'paused'] as const)(
    'has the short time of the last frame: %s',
    (idleReason) => {
      const { text, at } = timeOn({ state: 'idle', idleReason })
      expect(text).toBe(at)
    },
  )

  it('has none over a fault', () => {
    expect(timeOn({ state: 'offline' }).text).toBeNull()
  })

  it('retries all selected phones, and says so', async () => {
    showPhones(['a', 'b', 'c'].map((id) => fakeDevice(id)))
    for (const id of ['a', 'b', 'c']) useTiles().update(fakeTile(id, { state: 'parked' }))
    const { part, sent } = mountInPage(TileVeil, { tile: fakeTile('a', { state: 'parked' }) })
    const retry = part.find('button')
    expect(retry.attributes('title')).toBeUndefined()
    useSelection().select(['a', 'b'])
    await nextTick()
    expect(retry.attributes('title')).toBe('Retry, 2 selected phones')
    await retry.trigger('click')
    expect(sent).toEqual([
      ['stream.retry', { publicId: 'a' }],
      ['stream.retry', { publicId: 'b' }],
    ])
  })

  it('asks about the job of its phone alone, and about all while it mirrors', async () => {
    const ids = ['a', 'b']
    showPhones(ids.map((id) => fakeDevice(id)))
    const busy = { state: 'automation', job: { kind: 'warm_up', status: 'dispatched' } } as const
    for (const id of ids) useTiles().update(fakeTile(id, busy))
    const { part } = mountInPage(TileVeil, { tile: fakeTile('a', busy) })
    const selection = useSelection()
    selection.select(ids)
    for (const asked of [['a'], ids]) {
      await part.find('button').trigger('click')
      expect(useDialogs().find('interrupt')?.publicIds).toEqual(asked)
      selection.mirroring = true
    }
  })
})
