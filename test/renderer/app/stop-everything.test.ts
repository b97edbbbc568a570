// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import WindowDialogs from '../../../src-renderer/app/WindowDialogs.vue'
import { useConversions } from '../../../src-renderer/features/captures/conversions'
import { useUploads } from '../../../src-renderer/features/uploads/uploads'
import { useRules } from '../../../src-renderer/features/rules/rules'
import { useSchedules } from '../../../src-renderer/features/schedules/schedules'
import { useConnection } from '../../../src-renderer/stores/connection'
import { useNotices } from '../../../src-renderer/stores/notices'
import { useFlows } from '../../../src-renderer/stores/flows'
import { useRecordings } from '../../../src-renderer/stores/recordings'
import { useSelection } from '../../../src-renderer/stores/selection'
import { useTasks } from '../../../src-renderer/stores/tasks'
import { useTiles } from '../../../src-renderer/stores/tiles'
import type { Schedule } from '../../../src-shared/features/schedules-state'
import { noUploadsSum } from '../../../src-shared/features/upload-state'
import { flowRecording, flowRun } from '../../gallery/flow-fixtures'
import { fakeDevice } from '../fake-phone'
import { fakeRule } from '../fake-rule'
import { inFreshPage, mountInPage, showPhones } from '../mount-in-page'

inFreshPage()

const schedule = { id: 'night', runsSince: 1 } as Schedule

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
  useFlows().replace({ recording: flowRecording, runs: [flowRun] })
  useUploads().sum = { ...noUploadsSum, counts: { ...noUploadsSum.counts, waiting: 1, sending: 1 } }
  useConversions().add([{ id: 'film', name: 'film' }], { format: 'mp4', isCaptioned: false })
  useTiles().take({ type: 'under-way', underWay: { publicId: 'a', what: { type: 'opening' } } })
  const nextAt = new Date(2026, 2, 1, 12, 6).getTime()
  useSchedules().all = [
    { ...schedule, nextAt },
    { ...schedule, id: 'later', runsSince: null, nextAt: nextAt + 1 },
    { ...schedule, id: 'paused', runsSince: null, nextAt: null },
  ]
  const none = { uploads: 0, tasks: 0, schedules: 0, recordings: 0, conversions: 0, programs: 0 }
  useConnection().workElsewhere = [{ fleet: 'Shop', work: { ...none, flows: 1, rules: 2 } }]
  useRules().replace([fakeRule(), fakeRule({ isOn: false })])
  useSelection().select(['a', 'b'])
  useSelection().mirroring = true
  command.run()
  await flushPromises()
  const dialog = document.querySelector('[role=dialog]')
  expect(dialog?.textContent).toContain(
    '2 uploads, 1 task, 2 flows, 1 schedule, 1 rule, 1 recording, 1 conversion, input on 1 phone and mirroring on 2 phones. In Shop, this stops 1 flow and 2 rules. The recordings are saved. You can turn rules on again.',
  )
  expect(dialog?.textContent).toMatch(
    /2 schedules stay on, unless you pause them\. The next starts at .*12:06/,
  )
  const stop = [...(dialog?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent?.trim() === 'Stop everything',
  )
  stop?.click()
  await flushPromises()
  expect(sent).toEqual([
    ['flows.finish', {}],
    ['work.stopAll', {}],
  ])
  const told = useNotices().notices.find(({ kind }) => kind === 'stopped')
  expect(told).toMatchObject({ undone: { uploads: 2, steps: 1, cases: 2 } })
})

it('stops what runs on other fleets alone', async () => {
  showPhones([fakeDevice('a')])
  const { commands } = mountInPage(WindowDialogs)
  const none = { uploads: 0, tasks: 0, schedules: 0, recordings: 0, conversions: 0, programs: 0 }
  useConnection().workElsewhere = [{ fleet: 'Shop', work: { ...none, flows: 1, rules: 0 } }]
  commands.byId('work.stop-everything').run()
  await flushPromises()
  expect(document.querySelector('[role=dialog] .about')?.textContent).toBe('In Shop, this stops 1 flow.')
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
