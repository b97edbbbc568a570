// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { useTasks } from '../../../../src-renderer/stores/tasks'
import { describeNotice } from '../../../../src-renderer/text/describe/describe-notice'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()

const open = async (what: 'text' | 'open-app', publicIds: readonly string[], answers = {}) => {
  showPhones(['a', 'b', 'c'].map((publicId) => fakeDevice(publicId, { name: `Phone ${publicId}` })))
  const { sent } = mountInPage(WindowDialogs, {}, answers)
  useDialogs().open({ kind: 'prepare', what, publicIds })
  await flushPromises()
  const field = document.querySelector<HTMLTextAreaElement>('[role=dialog] :is(textarea, select)')
  const enter = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
  return {
    sent,
    async send(text?: string) {
      if (field && text !== undefined) field.value = text
      field?.dispatchEvent(new Event('input'))
      await flushPromises()
      field?.dispatchEvent(new KeyboardEvent('keydown', enter))
      await flushPromises()
    },
  }
}
const told = () => useNotices().notices.map((notice) => describeNotice(notice, useConnection()).sentence)

it('Ctrl+Enter does what the button of a dialog names, also in a list', async () => {
  const { sent, send } = await open('open-app', ['a'])
  expect(document.querySelector('[type=submit]')?.getAttribute('title')).toMatch(/^Open app.*Ctrl\+Enter/)
  await send()
  expect(sent.map(([name]) => name)).toEqual(['device.act'])
  expect(useDialogs().isAnyOpen).toBe(false)
})

it('a notice names the phone that has typed a text', async () => {
  const { send } = await open('text', ['a'])
  await send('hello')
  expect(told()).toEqual(['Text sent to Phone a.'])
})

it('a notice counts the phones that have typed a text, once all have ended', async () => {
  const { send } = await open('text', ['a', 'b', 'c'], { 'devices.act': { id: 'task' } })
  const step = (publicId: string, state: 'under-way' | 'done' | 'failed') => ({
    ...{ publicId, deviceName: publicId, state, fault: null },
  })
  const work = { kind: 'act' as const, action: { type: 'text' as const, text: 'hello' } }
  const task = { id: 'task', work, paused: false, waitsUntil: null, startedAt: 0, endedBy: null }
  useTasks().replace([{ ...task, steps: ['a', 'b', 'c'].map((id) => step(id, 'under-way')) }])
  await send('hello')
  expect(told()).toEqual([])
  useTasks().replace([{ ...task, steps: [step('a', 'done'), step('b', 'done'), step('c', 'failed')] }])
  await flushPromises()
  expect(told()).toEqual(['Text sent to 2 phones.'])
})

it('types each phone a text of its own by a pattern', async () => {
  const { sent, send } = await open('text', ['a', 'b'], { 'devices.actEach': { id: 'task' } })
  document.querySelector<HTMLElement>('[role=dialog] [type=checkbox]')?.click()
  await send('{n:02} {name}')
  const act = (publicId: string, text: string) => ({ publicId, action: { type: 'text', text } })
  const acts = [act('a', '01 Phone a'), act('b', '02 Phone b')]
  expect(sent).toEqual([['devices.actEach', { acts, isSecret: false }]])
})
