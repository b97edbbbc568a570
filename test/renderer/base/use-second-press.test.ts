// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import ConfirmDialog from '../../../src-renderer/base/ConfirmDialog.vue'
import { useSecondPress } from '../../../src-renderer/base/use-second-press'
import { inFreshPage, mountInPage } from '../mount-in-page'

const whole = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const
const place = { clientX: 300, clientY: 200, detail: 1, bubbles: true, cancelable: true }

describe('a press where a dialog was', () => {
  inFreshPage()
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Presses the dialog's button, which closes it, and gives what the phone below it hears. */
  const closeDialog = async (button = 'Go') => {
    const isOpen = ref(true)
    mountInPage({
      setup() {
        useSecondPress()
        const close = () => (isOpen.value = false)
        const texts = { title: 'A', about: 'B', confirm: 'Go', cancel: 'Stay', run: () => undefined }
        return () => (isOpen.value ? h(ConfirmDialog, { ...texts, onClose: close }) : null)
      },
    })
    await flushPromises()
    const phone = document.body.appendChild(document.createElement('div'))
    const heard: string[] = []
    for (const name of [...whole, 'dblclick']) phone.addEventListener(name, () => heard.push(name))
    const press = (element: Element, at = {}, names: readonly string[] = whole) => {
      for (const name of names) element.dispatchEvent(new MouseEvent(name, { ...place, ...at }))
    }
    const all = [...document.querySelectorAll('button')]
    const pressed = all.find(({ textContent }) => textContent.trim() === button)
    if (!pressed) throw new Error(`There is no button ${button}.`)
    press(pressed)
    await flushPromises()
    expect(isOpen.value).toBe(false)
    return { heard, press: (at = {}, names: readonly string[] = whole) => press(phone, at, names) }
  }

  it.each(['Go', 'Stay'])('never reaches what lies below, after %s', async (button) => {
    const { heard, press } = await closeDialog(button)
    vi.advanceTimersByTime(499)
    press({ clientX: 306, clientY: 208 }, [...whole, 'dblclick'])
    expect(heard).toEqual([])
  })

  it('is not for it either where clicks follow in a row', async () => {
    const { heard, press } = await closeDialog()
    for (let click = 0; click < 5; click++) {
      vi.advanceTimersByTime(200)
      press()
    }
    expect(heard).toEqual([])
  })

  it('stays none until it ends, however late', async () => {
    const { heard, press } = await closeDialog()
    press({}, ['pointerdown', 'mousedown'])
    vi.advanceTimersByTime(1000)
    press({ clientX: 500 }, ['pointerup', 'mouseup', 'click'])
    expect(heard).toEqual([])
    vi.advanceTimersByTime(501)
    press()
    expect(heard).toEqual(whole)
  })

  it('does not hold up the keyboard', async () => {
    const { heard, press } = await closeDialog()
    press()
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
    press({ detail: 0 }, ['click'])
    expect(heard).toEqual(['click'])
  })

  it.each([
    ['later', 501, {}],
    ['farther off', 100, { clientX: 311 }],
  ])('counts when it comes %s', async (_, afterMs, at) => {
    const { heard, press } = await closeDialog()
    vi.advanceTimersByTime(afterMs)
    press(at)
    expect(heard).toEqual(whole)
  })
})
