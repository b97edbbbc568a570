// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import CapturesTab from '../../../src-renderer/features/captures/CapturesTab.vue'
import ActivityTab from '../../../src-renderer/features/history/ActivityTab.vue'
import JobsTab from '../../../src-renderer/features/jobs/JobsTab.vue'
import TasksTab from '../../../src-renderer/features/tasks/TasksTab.vue'
import UploadsTab from '../../../src-renderer/features/uploads/UploadsTab.vue'
import InspectorPanel from '../../../src-renderer/inspector/InspectorPanel.vue'
import { useActivity } from '../../../src-renderer/stores/activity'
import { useDevices } from '../../../src-renderer/stores/devices'
import { useFilter } from '../../../src-renderer/stores/filter'
import { useSelection } from '../../../src-renderer/stores/selection'
import { fakeDevice } from '../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../mount-in-page'

describe('where nothing is yet', () => {
  inFreshPage()

  const offered = () =>
    [...document.querySelectorAll('[data-command]')].map((each) => each.getAttribute('data-command'))

  it.each([
    { place: 'uploads', component: UploadsTab, text: 'No uploads yet.', command: 'phone.push' },
    { place: 'tasks', component: TasksTab, text: 'No tasks yet.', command: 'phone.text' },
    { place: 'jobs', component: JobsTab, text: 'No jobs yet.', command: 'phone.launch' },
    { place: 'captures', component: CapturesTab, text: 'No captures yet.', command: 'phone.screenshot' },
  ])(
    'the tab says what would be there and offers one command: $place',
    async ({ component, text, command }) => {
      showPhones([fakeDevice('a'), fakeDevice('b')])
      useSelection().select(['a', 'b'])
      const { part } = mountInPage(component, {}, { 'captures.list': { captures: [], folders: [] } })
      await flushPromises()
      expect(part.text()).toContain(text)
      expect(offered()).toEqual([command])
    },
  )

  it('the activity tab leads back to all entries when its filter hides them', async () => {
    const { filter } = useActivity()
    filter.onlyFailed = true
    const { part } = mountInPage(ActivityTab, {}, { 'activity.list': { entries: [], total: 0 } })
    await flushPromises()
    const button = part.findAll('button').find((each) => each.text() === 'Show all entries')
    await button?.trigger('click')
    await flushPromises()
    expect(filter.onlyFailed).toBe(false)
    expect(
      part.text().match(/Nothing yet\. What you and the service do on phones appears here/g),
    ).toHaveLength(1)
    expect(part.text().match(/Nothing yet/g)).toHaveLength(1)
    expect(offered()).toEqual(['phone.screenshot'])
  })

  it('the inspector leads back to the phones that a filter hides', () => {
    useDevices().replace({ status: 'ready', devices: [fakeDevice('a')], fault: null })
    useFilter().search = 'nothing has this name'
    mountInPage(InspectorPanel)
    expect(offered()).toEqual(['view.show-all'])
  })
})
