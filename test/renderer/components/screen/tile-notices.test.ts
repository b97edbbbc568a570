// @vitest-environment happy-dom
import { nextTick } from 'vue'
import { describe, expect, it } from 'vitest'
import TileNotices from '../../../../src-renderer/components/screen/TileNotices.vue'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import { messages } from '../../../../src-renderer/text/messages'
import type { Fault } from '../../../../src-shared/protocol/fault'
import { fakeDevice, fakeTile } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../mount-in-page'

const offline: Fault = { kind: 'problem', code: 'device_offline', status: 503, detail: 'gone' }
const rejected: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: 'no' }

describe('the notices of a tile', () => {
  inFreshPage()
  const mountNotices = (over = {}) => {
    showPhones([fakeDevice('a'), fakeDevice('b')])
    return mountInPage(TileNotices, { tile: fakeTile('a', over) })
  }
  const sentences = ({ part }: ReturnType<typeof mountNotices>) =>
    part.findAll('.notice p').map((line) => line.text())

  it('shows the newest first, and those of this phone only', async () => {
    const mounted = mountNotices()
    useNotices().show(offline, 'a')
    useNotices().show(rejected, 'a')
    useNotices().show(offline, 'b')
    await nextTick()
    expect(sentences(mounted)).toHaveLength(2)
    expect(mounted.part.findAll('.notice')[1]?.classes()).toContain('older')
  })

  it('removes a dismissed notice', async () => {
    const mounted = mountNotices()
    useNotices().show(offline, 'a')
    await nextTick()
    await mounted.part.find(`button[aria-label="${messages.tile.dismiss}"]`).trigger('click')
    expect(sentences(mounted)).toEqual([])
  })

  it('does not repeat the fault that the control channel shows', async () => {
    const mounted = mountNotices({ control: 'parked', controlFault: rejected, isControlAway: true })
    useNotices().show(rejected, 'a')
    await nextTick()
    expect(sentences(mounted)).toHaveLength(1)
  })

  it('offers to cancel waiting input, and says that it was cancelled', async () => {
    const mounted = mountNotices()
    useTiles().setUnderWay({ publicId: 'a', what: { type: 'press', name: 'home' } })
    await nextTick()
    const before = sentences(mounted)
    await mounted.part.find('.notice button').trigger('click')
    expect(mounted.sent.map(([name]) => name)).toEqual(['control.giveUp'])
    expect(sentences(mounted)).not.toEqual(before)
    expect(sentences(mounted)).toHaveLength(1)
  })
})
