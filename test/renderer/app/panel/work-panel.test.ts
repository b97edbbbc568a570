// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { h, nextTick } from 'vue'
import WorkPanel from '../../../../src-renderer/app/panel/WorkPanel.vue'
import { usePanel } from '../../../../src-renderer/stores/panel'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useTasks } from '../../../../src-renderer/stores/tasks'
import { useView } from '../../../../src-renderer/stores/view'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

const step = (publicId: string) => ({
  publicId,
  deviceName: publicId,
  state: 'waiting' as const,
  fault: null,
})
const taskOn = (publicId: string) => ({
  id: publicId,
  work: { kind: 'act' as const, action: { type: 'device_ip' as const } },
  steps: [step(publicId)],
  paused: false,
  waitsUntil: null,
  startedAt: 0,
  endedBy: null,
})

describe('the panel', () => {
  inFreshPage()
  const mount = async () => {
    showPhones(['a', 'b'].map((publicId) => fakeDevice(publicId)))
    const { commands } = mountInPage(WorkPanel)
    await flushPromises()
    return commands
  }
  const tab = (name: string) => document.querySelector<HTMLElement>(`[data-tab=${name}]`)
  const rows = () => document.querySelectorAll('[data-run]').length

  it('gives the tab that a command opens the focus', async () => {
    const commands = await mount()
    commands.run('work.tasks')
    await flushPromises()
    expect(usePanel().shown).toBe(true)
    expect(document.activeElement).toBe(tab('tasks'))
    expect(tab('tasks')?.getAttribute('aria-selected')).toBe('true')
  })

  it('moves the focus with the tab at once, before another place gets it', async () => {
    const commands = await mount()
    commands.run('work.flows')
    await flushPromises()
    const inFlows = document.querySelector<HTMLElement>('[role=tabpanel] :is(button, input):not(:disabled)')
    inFlows?.focus()
    expect(document.activeElement).toBe(inFlows)
    commands.run('work.activity')
    await nextTick()
    expect(document.activeElement).toBe(tab('activity'))
  })

  it('counts what runs in the name of its tab', async () => {
    await mount()
    useTasks().replace([taskOn('a'), taskOn('b')])
    await flushPromises()
    expect(tab('tasks')?.textContent?.trim()).toBe('Tasks 2')
    expect(tab('uploads')?.textContent?.trim()).toBe('Uploads')
  })

  it('shows the selected phones alone when asked to, and all without a selection', async () => {
    const commands = await mount()
    useTasks().replace([taskOn('a'), taskOn('b')])
    commands.run('work.tasks')
    usePanel().ofSelection = true
    await flushPromises()
    expect(rows()).toBe(2)
    useSelection().select(['b'])
    await flushPromises()
    expect(rows()).toBe(1)
  })

  it('gives the focus back where it was when it closes', async () => {
    showPhones([fakeDevice('a')])
    const { commands } = mountInPage({ render: () => (usePanel().shown ? h(WorkPanel) : null) })
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    const toggle = async () => {
      commands.run('view.panel')
      await flushPromises()
    }
    await toggle()
    expect(document.activeElement).toBe(tab('uploads'))
    await toggle()
    expect([document.activeElement, useView().returning]).toEqual([field, false])
    await toggle()
    field.remove()
    await toggle()
    expect(useView().returning).toBe(true)
  })

  it('is about the phone in the focus view, where no selection can be seen', async () => {
    const commands = await mount()
    useTasks().replace([taskOn('a'), taskOn('b')])
    commands.run('work.tasks')
    usePanel().ofSelection = true
    useSelection().select(['a', 'b'])
    useView().open('b')
    await flushPromises()
    expect(rows()).toBe(1)
    useTasks().replace([taskOn('a')])
    await flushPromises()
    expect(document.querySelector('[data-panel]')?.textContent).toContain('Nothing here about')
    const all = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show all')
    all?.click()
    await flushPromises()
    expect(rows()).toBe(1)
  })

  it('is offered beside other work only while it is closed', () => {
    const panel = usePanel()
    panel.offer('uploads')
    expect([panel.shown, panel.tab, panel.wantsFocus]).toEqual([true, 'uploads', false])
    panel.open('tasks')
    panel.offer('uploads')
    expect(panel.tab).toBe('tasks')
  })
})
