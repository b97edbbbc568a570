// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { followStop } from '../../../../src-renderer/app/sync/follow-stop'
import { useConversions } from '../../../../src-renderer/features/captures/conversions'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import type { AppEvent } from '../../../../src-shared/bridge/app-state'
import { fakeBridge } from '../../fake-host'
import { fakeDevice } from '../../fake-phone'
import { showPhones } from '../../mount-in-page'

beforeEach(() => setActivePinia(createPinia()))

it('ends conversions, input and mirroring once everything is stopped', () => {
  showPhones([fakeDevice('a'), fakeDevice('b')])
  const sent: unknown[] = []
  let hear: (event: AppEvent) => void = () => undefined
  const bridge = fakeBridge({
    onEvent(listener) {
      hear = listener
      return () => undefined
    },
    tell: (...told) => void sent.push(told),
  })
  followStop({ bridge })
  useConversions().add([{ id: 'film', name: 'film' }], { format: 'mp4', isCaptioned: false })
  useTiles().take({ type: 'under-way', underWay: { publicId: 'a', what: { type: 'opening' } } })
  useSelection().select(['a', 'b'])
  useSelection().mirroring = true
  hear({ type: 'work-stopped', by: 'Shop', hadWork: false })
  expect(sent).toEqual([
    ['control.giveUp', { publicId: 'a' }],
    ['control.release', {}],
  ])
  expect(useSelection().mirroring).toBe(false)
  expect(useConversions().isBusy).toBe(false)
})
