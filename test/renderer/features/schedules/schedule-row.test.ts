// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import ScheduleRow from '../../../../src-renderer/features/schedules/ScheduleRow.vue'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { useFlows } from '../../../../src-renderer/stores/flows'
import { useTasks } from '../../../../src-renderer/stores/tasks'
import type { PauseReason } from '../../../../src-shared/features/phones'
import type { Schedule, ScheduledWork } from '../../../../src-shared/features/schedules-state'
import { schedules } from '../../../gallery/schedule-fixtures'
import { flowRun } from '../../../gallery/flow-fixtures'
import { fakeTask } from '../../fake-phone'
import { inFreshPage, mountInPage } from '../../mount-in-page'

inFreshPage()

const running = (kind: ScheduledWork['kind']) =>
  schedules.find(({ work, runsSince }) => work.kind === kind && runsSince !== null) ?? expect.fail()
const textOf = async (schedule: Schedule, paused: PauseReason | null = null) => {
  useConnection().paused = paused
  mountInPage(ScheduleRow, { schedule, files: [] })
  await flushPromises()
  return document.querySelector('[data-schedule]')?.textContent ?? ''
}

it.each<[PauseReason | null, boolean]>([
  ['person', true],
  ['idle', false],
  [null, false],
])('with the wall paused by %j, says that running flows wait: %j', async (paused, waits) => {
  const text = await textOf(running('flow'), paused)
  expect(text.includes('The wall is paused, so the flows wait.')).toBe(waits)
})

it('says of no schedule that it waits for the wall when it doesn’t run flows now', async () => {
  const flow = running('flow')
  expect(await textOf({ ...flow, runsSince: null }, 'person')).not.toContain('The wall is paused')
})

it('says where a person has paused what it does', async () => {
  const flow = { ...running('flow'), workId: 'run' }
  useFlows().replace({ runs: [{ ...flowRun, id: 'run', isPaused: true }], recording: null })
  expect(await textOf(flow)).toContain('Paused under Flows, so it waits.')
})

it('says so of a task too', async () => {
  useTasks().replace([fakeTask([{}], { id: 'task', paused: true })])
  expect(await textOf({ ...running('flow'), workId: 'task' })).toContain('Paused under Tasks, so it waits.')
})

it.each(['failed', 'unknown'] as const)('warns of an outcome that is %s', async (outcome) => {
  const ended = schedules.find(({ last }) => last !== null) ?? expect.fail()
  await textOf({ ...ended, last: ended.last && { ...ended.last, outcome } })
  expect(document.querySelector('.wrong')?.textContent).toContain('Last: ')
})
