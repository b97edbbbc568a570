// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the search of the shortcuts', () => {
  inFreshPage()
  const find = async (text: string) => {
    showPhones([])
    useDialogs().open({ kind: 'shortcuts' })
    mountInPage(WindowDialogs)
    await flushPromises()
    const input = document.querySelector<HTMLInputElement>('input[type=search]')
    if (!input) throw new Error('The sheet has no search.')
    input.value = text
    input.dispatchEvent(new Event('input'))
    await flushPromises()
    return [...document.querySelectorAll('.command .title')].map((title) => title.textContent)
  }

  it.each([
    { text: 'recalibrate', rows: ['Recalibrate pointer'] },
    { text: 'shift esc', rows: ['Release keyboard'] },
  ])('finds rows by their words and by their keys: $text', async ({ text, rows }) => {
    expect(await find(text)).toEqual(rows)
  })

  it('says when nothing matches', async () => {
    expect(await find('zebra')).toEqual([])
    expect(document.querySelector('[role=dialog] [role=status]')?.textContent).toContain('“zebra”')
  })
})
