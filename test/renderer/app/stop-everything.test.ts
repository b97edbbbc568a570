// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import WindowDialogs from '../../../src-renderer/app/WindowDialogs.vue'
import { useConversions } from '../../../src-renderer/features/captures/conversions'
import { useWatches } from '../../../src-renderer/features/screens/watches'
import { useRecordings } from '../../../src-renderer/stores/recordings'
import { useSelection } from '../../../src-renderer/stores/selection'
import { useTasks } from '../../../src-renderer/stores/tasks'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { fakeDevice } from '../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../mount-in-page'

inFreshPage()

it('stopping everything asks once, says what runs, and stops all of it', async () => {
  showPhones([fakeDevice('a'), fakeDevice('b')])
  const { commands, sent } = mountInPage(WindowDialogs)
  const command = commands.byId('work.stop-everything')
  expect(command.whyNot()).toBe('Nothing is running.')
  const running = { publicId: 'a', startedAt: 0, bytes: 0, isClosing: false }
  useRecordings().replace({ running: [running as never], bytesLeft: null })
  useTasks().replace([
    {
      id: 'one',
      work: { kind: 'act', action: { type: 'device_ip' } },
      steps: [{ publicId: 'a', deviceName: 'A', state: 'waiting', fault: null }],
      paused: false,
      waitsUntil: null,
      startedAt: 0,
      endedBy: null,
    },
  ])
  useConversions().add([{ id: 'film', name: 'film' }], { format: 'mp4', isCaptioned: false })
  useTiles().take({ type: 'under-way', underWay: { publicId: 'a', what: { type: 'opening' } } })
  useWatches().replace([{ publicId: 'b', phone: 'B', waitsFor: { kind: 'change' } }])
  useSelection().select(['a', 'b'])
  useSelection().mirroring = true
  command.run()
  await flushPromises()
  const dialog = document.querySelector('[role=dialog]')
  expect(dialog?.textContent).toContain(
    '1 task, 1 recording, 1 conversion, input on 1 phone, watching 1 screen, mirroring on 2 phones. The recordings are saved.',
  )
  const stop = [...(dialog?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent?.trim() === 'Stop everything',
  )
  stop?.click()
  await flushPromises()
  expect(sent).toEqual([
    ['tasks.cancel', { id: 'one' }],
    ['recordings.stop', { publicIds: ['a'] }],
    ['control.giveUp', { publicId: 'a' }],
    ['watches.stop', { publicIds: ['b'] }],
  ])
  expect(useSelection().mirroring).toBe(false)
  expect(useConversions().isBusy).toBe(false)
})

it('says what is saved only with recordings, and counts mirroring alone', async () => {
  showPhones([fakeDevice('a'), fakeDevice('b')])
  const { commands } = mountInPage(WindowDialogs)
  useSelection().select(['a', 'b'])
  useSelection().mirroring = true
  commands.byId('work.stop-everything').run()
  await flushPromises()
  expect(document.querySelector('[role=dialog] .about')?.textContent).toBe(
    'This stops mirroring on 2 phones.',
  )
})
