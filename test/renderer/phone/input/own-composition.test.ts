// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h, ref, type Ref } from 'vue'
import BaseDialog from '../../../../src-renderer/base/BaseDialog.vue'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { keepCompositions } from '../../../../src-renderer/phone/input/own-composition'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { inFreshPage, mountInPage } from '../../mount-in-page'

const steps = [
  ['isComposing', { isComposing: true }],
  ['its key code', { keyCode: 229 }],
] as const

describe('a composition', () => {
  keepCompositions()
  inFreshPage()
  const reached: string[] = []
  const note = (event: Event) => reached.push(event.type)
  afterEach(() => {
    reached.length = 0
    window.removeEventListener('keydown', note)
  })

  const press = async (on: string, key: string, more: KeyboardEventInit, type = 'keydown') => {
    const event = new KeyboardEvent(type, { key, bubbles: true, cancelable: true, ...more })
    const target = document.querySelector(on)
    if (!target) throw new Error(`The page has no ${on}.`)
    target.dispatchEvent(event)
    await flushPromises()
    return event
  }
  const openDialog = async (): Promise<Ref<boolean>> => {
    const open = ref(true)
    mountInPage(
      defineComponent(
        () => () =>
          open.value
            ? h(BaseDialog, { title: 'A name', onClose: () => (open.value = false) }, () =>
                h('input', { class: 'name' }),
              )
            : null,
      ),
    )
    await flushPromises()
    return open
  }

  it.each(steps)('keeps its Escape from a dialog, told by %s', async (_by, step) => {
    const open = await openDialog()
    await press('.name', 'Escape', step)
    expect(open.value).toBe(true)
    await press('.name', 'Escape', {})
    expect(open.value).toBe(false)
  })

  it.each(steps)('keeps its keys from the palette, told by %s', async (_by, step) => {
    mountInPage(WindowDialogs)
    const dialogs = useDialogs()
    dialogs.open({ kind: 'palette' })
    await flushPromises()
    await press('[role=combobox]', 'ArrowDown', step)
    expect(document.querySelector('[role=option]')?.getAttribute('aria-selected')).toBe('true')
    for (const key of ['Enter', 'Escape']) await press('[role=combobox]', key, step)
    expect(dialogs.find('palette')).toBeDefined()
    await press('[role=combobox]', 'Escape', {})
    expect(dialogs.find('palette')).toBeUndefined()
  })

  it('submits no form by the Enter that confirms it', async () => {
    document.body.innerHTML = '<form><input></form>'
    const event = await press('input', 'Enter', { isComposing: true }, 'keypress')
    expect(event.defaultPrevented).toBe(true)
    expect((await press('input', 'Enter', {}, 'keypress')).defaultPrevented).toBe(false)
  })

  it('leaves its keys to the keyboard of a phone', async () => {
    document.body.innerHTML = '<textarea data-keyboard="a"></textarea><input>'
    window.addEventListener('keydown', note)
    await press('input', 'Escape', { isComposing: true })
    expect(reached).toEqual([])
    await press('textarea', 'Escape', { isComposing: true })
    expect(reached).toEqual(['keydown'])
  })
})
