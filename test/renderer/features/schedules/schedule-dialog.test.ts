// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import ScheduleDialog from '../../../../src-renderer/features/schedules/ScheduleDialog.vue'
import { noCosts, type SchedulePlan } from '../../../../src-shared/features/schedules-state'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()

const shown = async (plan: Partial<SchedulePlan>) => {
  showPhones([fakeDevice('a')])
  const file = { file: 'shop.yaml', isExample: false, name: 'Shop', tags: [], steps: 1 }
  mountInPage(
    ScheduleDialog,
    { schedule: null, publicIds: [] },
    {
      'flows.list': { folder: '/flows', files: [{ ...file, problems: [], names: ['city'], missing: [] }] },
      'sheets.list': { names: [] },
      'schedules.plan': { phones: 0, cost: noCosts, timesADay: 1, nextAt: 1, reason: null, ...plan },
    },
  )
  await flushPromises()
  return {
    dialog: document.querySelector('[role=dialog]'),
    async chooseFlow() {
      document.querySelector<HTMLElement>('input[value="shop.yaml"]')?.click()
      await flushPromises()
    },
  }
}

it('says beside the button what a schedule lacks, and no longer once it is there', async () => {
  const { dialog, chooseFlow } = await shown({})
  const described = () =>
    document.getElementById(dialog?.querySelector('[type=submit]')?.getAttribute('aria-describedby') ?? '')
  expect(described()?.textContent).toBe('Choose a flow.')
  await chooseFlow()
  expect(described()).toBeNull()
})

it('says no cost of a schedule that can’t begin yet', async () => {
  const { dialog, chooseFlow } = await shown({ reason: { kind: 'value', name: 'city' } })
  await chooseFlow()
  expect(dialog?.textContent).toContain('The flows need a value for city.')
  expect(dialog?.querySelector('[data-schedule-costs]')).toBeNull()
})
