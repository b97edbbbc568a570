// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { usePreferences } from '../../../../src-renderer/stores/preferences'
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

describe('a shortcut that is changed', () => {
  inFreshPage()
  const change = async (title: string, key: string) => {
    document.querySelector<HTMLElement>(`[aria-label="Change shortcut for ${title}"]`)?.click()
    await flushPromises()
    window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
    await flushPromises()
  }
  const problem = () => document.querySelector('[role=dialog] [role=alert]')?.textContent

  it('can be removed by Delete, and never becomes a key that a phone needs', async () => {
    showPhones([])
    useDialogs().open({ kind: 'shortcuts' })
    const { commands } = mountInPage(WindowDialogs)
    await flushPromises()
    const { shortcuts: before } = commands.byId('app.palette-while-typing')
    await change('Show commands while typing', 'k')
    expect(problem()).toContain('K is reserved for typing')
    expect(commands.byId('app.palette-while-typing').shortcuts).toEqual(before)
    await change('Show commands while typing', 'Delete')
    expect(commands.byId('app.palette-while-typing').shortcuts).toEqual([])
    expect(problem()).toBeUndefined()
    await change('Type on phone', 'y')
    expect(usePreferences().now.shortcuts).toMatchObject({ 'phone.type': ['y'] })
  })
})
