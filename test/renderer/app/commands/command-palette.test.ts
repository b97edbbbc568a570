// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the command palette', () => {
  inFreshPage()
  const open = async () => {
    showPhones([fakeDevice('a', { name: 'Aster 01' })])
    const { commands } = mountInPage(WindowDialogs)
    useDialogs().open({ kind: 'palette' })
    await flushPromises()
    return commands
  }
  const box = () => document.querySelector<HTMLInputElement>('input[role=combobox]')
  const press = async (key: string) => {
    box()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await nextTick()
  }
  const search = async (text: string) => {
    const input = box()
    if (!input) throw new Error('The palette has no search.')
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await nextTick()
  }
  const rows = () => [...document.querySelectorAll('[role=option]')]
  const selected = () => rows().findIndex((row) => row.getAttribute('aria-selected') === 'true')

  it('lists every command but itself, by id, when the search is empty', async () => {
    const commands = await open()
    const ids = rows().map((row) => row.getAttribute('data-command'))
    const all = [...commands.bindable(), ...commands.ofViews(), ...commands.ofFleets()].map(({ id }) => id)
    expect(ids.filter(Boolean).toSorted()).toEqual(all.filter((id) => id !== 'app.palette').toSorted())
  })

  it('moves with the arrow keys and wraps around', async () => {
    await open()
    await press('ArrowUp')
    expect(selected()).toBe(rows().length - 1)
    await press('ArrowDown')
    expect(selected()).toBe(0)
  })

  it('marks a command that cannot run, and does not run it', async () => {
    await open()
    await search('interrupt')
    expect(rows()[0]?.getAttribute('aria-disabled')).toBe('true')
    await press('Enter')
    expect(useDialogs().find('palette')).toBeDefined()
  })

  it('finds a phone by its name', async () => {
    await open()
    await search('aster')
    expect(rows().map((row) => row.textContent)).toEqual([expect.stringContaining('Aster 01')])
  })
})
