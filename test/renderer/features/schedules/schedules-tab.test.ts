// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import SchedulesTab from '../../../../src-renderer/features/schedules/SchedulesTab.vue'
import { useSchedules } from '../../../../src-renderer/features/schedules/schedules'
import type { Schedule } from '../../../../src-shared/features/schedules-state'
import { schedules } from '../../../gallery/schedule-fixtures'
import { inFreshPage, mountInPage } from '../../mount-in-page'

inFreshPage()

it('keeps its rows in their places when one is paused', async () => {
  const [one] = schedules
  if (!one) expect.fail()
  const show = (paused: string | null) => {
    const of = (name: string, nextAt: number): Schedule => ({
      ...one,
      ...{ id: name, name, isPaused: name === paused, nextAt: name === paused ? null : nextAt },
    })
    useSchedules().take({ type: 'schedules', schedules: [of('b', 1), of('a', 2), of('c', 3)] })
    return flushPromises()
  }
  const names = () => [...document.querySelectorAll('[data-schedule] strong')].map((each) => each.textContent)
  mountInPage(SchedulesTab, {}, { 'flows.list': { folder: '/flows', files: [] } })
  await show(null)
  expect(names()).toEqual(['a', 'b', 'c'])
  await show('a')
  expect(names()).toEqual(['a', 'b', 'c'])
})
