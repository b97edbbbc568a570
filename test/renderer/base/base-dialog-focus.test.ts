// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { h, nextTick, ref } from 'vue'
import BaseDialog from '../../../src-renderer/base/BaseDialog.vue'
import { useView } from '../../../src-renderer/stores/view'
import { inFreshPage, mountInPage } from '../mount-in-page'

describe('a dialog', () => {
  inFreshPage()

  it('takes Ctrl+A for all of itself, but in a field for the field', async () => {
    const slot = () => [h('p', 'All of this'), h('button', 'Yes'), h('input')]
    mountInPage({ render: () => h(BaseDialog, { title: 'A' }, slot) })
    await flushPromises()
    const press = (selector: string) => {
      const key = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true })
      document.querySelector(`[role=dialog] ${selector}`)?.dispatchEvent(key)
      return key.defaultPrevented
    }
    expect([press('input'), getSelection()?.toString() ?? '']).toEqual([false, ''])
    expect([press('button'), getSelection()?.toString()]).toEqual([
      true,
      expect.stringContaining('All of this'),
    ])
  })
})

describe('a dialog that closes', () => {
  inFreshPage()
  const close = async (closed: () => void) => {
    const field = document.body.appendChild(document.createElement('input'))
    const open = ref(true)
    mountInPage({ render: () => h(BaseDialog, { open: open.value, title: 'A', onClosed: closed }) })
    await flushPromises()
    open.value = false
    await nextTick()
    await flushPromises()
    return field
  }

  it('leaves the focus where what runs on closing puts it', async () => {
    const field = await close(() => {
      document.querySelector('input')?.focus()
    })
    expect(document.activeElement).toBe(field)
    expect(useView().returning).toBe(false)
  })

  it('leads the focus to the phones if its opener is gone', async () => {
    await close(() => undefined)
    expect(useView().returning).toBe(true)
  })
})
