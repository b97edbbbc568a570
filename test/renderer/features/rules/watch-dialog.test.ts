// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()

const radio = (value: string) => document.querySelector<HTMLInputElement>(`[role=dialog] [value=${value}]`)
const open = async () => {
  useDialogs().open({ kind: 'watch', publicIds: ['a'] })
  await flushPromises()
}
const show = async () => {
  showPhones([fakeDevice('a')])
  mountInPage(WindowDialogs)
  await open()
}
const choose = async (value: string, by: 'pointerdown' | 'keydown') => {
  radio(value)?.focus()
  radio(value)?.dispatchEvent(new Event(by, { bubbles: true }))
  radio(value)?.click()
  await flushPromises()
}
const isInField = () => document.activeElement?.matches('[role=dialog] .entry')

it('leads a pointer from its choice to what is typed for it, and leaves a key there', async () => {
  await show()
  expect(document.activeElement).toBe(radio('change'))
  await choose('still', 'keydown')
  expect(document.activeElement).toBe(radio('still'))
  await choose('text', 'pointerdown')
  expect(isInField()).toBe(true)
})

it('begins in the text if it waited for one the last time', async () => {
  await show()
  await choose('text', 'keydown')
  document.querySelector<HTMLElement>('[role=dialog] .dialog-buttons button:nth-child(2)')?.click()
  await flushPromises()
  await open()
  expect(isInField()).toBe(true)
})
