// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { h, nextTick, ref } from 'vue'
import BaseDialog from '../../../src-renderer/base/BaseDialog.vue'
import { useView } from '../../../src-renderer/stores/view'
import { inFreshPage, mountInPage } from '../mount-in-page'

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
