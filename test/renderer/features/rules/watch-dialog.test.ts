// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()
afterEach(() => vi.unstubAllGlobals())

const radio = (value: string) => document.querySelector<HTMLInputElement>(`[role=dialog] [value=${value}]`)
const open = async () => {
  useDialogs().open({ kind: 'watch', publicIds: ['a'] })
  await flushPromises()
}
const show = async () => {
  showPhones([fakeDevice('a')])
  const page = mountInPage(WindowDialogs, {}, { 'device.picture': { base64: '' } })
  await open()
  return page
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

it('waits for a text in the part that is dragged on the screen', async () => {
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve({ width: 400, height: 800, close: () => undefined }),
  )
  const { sent } = await show()
  await choose('text', 'keydown')
  const dialog = document.querySelector('[role=dialog]')
  dialog?.querySelector<HTMLInputElement>('[type=checkbox]')?.click()
  await flushPromises()
  const picture = dialog?.querySelector<HTMLElement>('[data-box-picture]')
  const canvas = picture?.querySelector('canvas')
  if (!picture || !canvas) throw new Error('There is no picture.')
  canvas.getBoundingClientRect = () => new DOMRect(0, 0, 200, 400)
  picture.setPointerCapture = () => undefined
  const at = (type: string, clientX: number, clientY: number) =>
    picture.dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerId: 1, isPrimary: true }))
  at('pointerdown', 20, 100)
  at('pointermove', 119, 199)
  at('pointerup', 119, 199)
  const field = dialog?.querySelector<HTMLInputElement>('.entry')
  if (field) field.value = 'ready'
  field?.dispatchEvent(new Event('input'))
  await flushPromises()
  dialog?.querySelector('form')?.dispatchEvent(new Event('submit'))
  expect(sent.at(-1)).toMatchObject([
    'rules.save',
    { rule: { when: { text: 'ready', part: { left: 10, top: 25, width: 50, height: 25 } } } },
  ])
})

it('leads to the rule’s dialog with what was typed, and as a watch', async () => {
  await show()
  await choose('text', 'keydown')
  const field = document.querySelector<HTMLInputElement>('[role=dialog] .entry')
  if (field) field.value = 'ready'
  field?.dispatchEvent(new Event('input'))
  await flushPromises()
  document.querySelector<HTMLElement>('[role=dialog] .dialog-buttons button')?.click()
  expect(useDialogs().find('rule')).toMatchObject({
    draft: { when: { text: 'ready' }, once: true, keepsLive: true },
  })
})
