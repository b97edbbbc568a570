// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import FlowsTab from '../../../../src-renderer/features/flows/FlowsTab.vue'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useView } from '../../../../src-renderer/stores/view'
import { useFlows } from '../../../../src-renderer/stores/flows'
import type { FlowRunState } from '../../../../src-shared/features/flows-state'
import { fakeDevice } from '../../fake-phone'
import { flowRun, flowsFolder } from '../../../gallery/flow-fixtures'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the tab of flows', () => {
  inFreshPage()
  const show = async (run: FlowRunState) => {
    useFlows().replace({ recording: null, run })
    await flushPromises()
  }
  const open = async () => {
    const page = mountInPage(FlowsTab, {}, { 'flows.list': flowsFolder })
    await flushPromises()
    return page
  }
  const button = (text: string) =>
    [...document.querySelectorAll('button')].find((each) => each.textContent.trim() === text)

  it('moves the focus to Pause when a run begins, and keeps it there', async () => {
    const { sent } = await open()
    await show(flowRun)
    expect(document.activeElement).toBe(button('Pause run'))
    button('Pause run')?.click()
    await show({ ...flowRun, isPaused: true })
    expect(document.activeElement).toBe(button('Resume run'))
    button('Resume run')?.click()
    expect(sent.map(([name]) => name).filter((name) => /pause|resume/.test(name))).toEqual([
      'flows.pause',
      'flows.resume',
    ])
  })
  it('offers nothing to stop while the report is being written', async () => {
    await open()
    await show({ ...flowRun, isReporting: true })
    expect(document.body.textContent).toContain('Writing the report…')
    expect([button('Pause run'), button('Stop run')]).toEqual([undefined, undefined])
  })
  it('names the phone of each button that shows one', async () => {
    await open()
    await show(flowRun)
    const labels = [...document.querySelectorAll('button[aria-label^="View phone"]')]
    expect(labels.map((each) => each.getAttribute('aria-label'))).toEqual([
      'View phone: Aster 01',
      'View phone: Birch 02',
      'View phone: Cedar 03',
    ])
  })
  it('runs on the focus view’s phone, else the selection, else all that are shown', async () => {
    showPhones(['a', 'b', 'c', 'd'].map((id) => fakeDevice(id)))
    await open()
    const run = () => document.querySelector('.start .primary')?.textContent.trim()
    expect(run()).toBe('Run on 4 phones')
    useSelection().select(['a', 'b', 'c'])
    useView().current = 'd'
    await flushPromises()
    expect(run()).toBe('Run on 3 phones')
    useView().open('d')
    await flushPromises()
    expect(run()).toBe('Run on 1 phone')
  })
})
