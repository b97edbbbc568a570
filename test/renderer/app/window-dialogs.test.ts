// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import WindowDialogs from '../../../src-renderer/app/WindowDialogs.vue'
import { useDevices } from '../../../src-renderer/stores/devices'
import { useDialogs, type Dialog } from '../../../src-renderer/stores/dialogs'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { fakeDevice, fakeTile } from '../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../mount-in-page'

describe('the dialogs of a window', () => {
  inFreshPage()
  const open = async (...dialogs: Dialog[]) => {
    for (const dialog of dialogs) {
      useDialogs().open(dialog)
      await flushPromises()
    }
  }
  const kinds = () => useDialogs().stack.map(({ dialog }) => dialog.kind)
  const shown = () => document.querySelectorAll('[role=dialog]').length
  const escape = async () => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    )
    await flushPromises()
  }
  const button = (id: string) => {
    const made = Object.assign(document.createElement('button'), { id })
    document.body.append(made)
    made.focus()
    return made
  }

  it('lie over each other, and each gives the focus back', async () => {
    mountInPage(WindowDialogs)
    const opener = button('opener')
    await open({ kind: 'sort' })
    const within = document.activeElement
    expect(within).not.toBe(opener)
    await open({ kind: 'about' })
    expect(shown()).toBe(2)
    await escape()
    expect([kinds(), document.activeElement]).toEqual([['sort'], within])
    await escape()
    expect([kinds(), document.activeElement]).toEqual([[], opener])
  })

  it('return the focus to the button whose menu, or its submenu, opened them', async () => {
    mountInPage(WindowDialogs)
    const opener = button('of-menu')
    const menuOf = (labelledBy: string, item: string) => {
      const menu = document.createElement('div')
      menu.setAttribute('role', 'menu')
      menu.setAttribute('aria-labelledby', labelledBy)
      menu.append(button(item))
      document.body.append(menu)
      return menu
    }
    const menus = [menuOf('of-menu', 'of-submenu'), menuOf('of-submenu', 'item')]
    for (const item of ['of-submenu', 'item']) {
      document.getElementById(item)?.focus()
      useDialogs().open({ kind: 'sort' })
      await flushPromises()
      await escape()
      expect(document.activeElement).toBe(opener)
    }
    document.getElementById('item')?.focus()
    useDialogs().open({ kind: 'sort' })
    for (const menu of menus) menu.remove()
    await flushPromises()
    await escape()
    expect(document.activeElement).toBe(opener)
  })

  it('return the focus to what opened the menu of a phone', async () => {
    showPhones([fakeDevice('a')])
    mountInPage(WindowDialogs)
    const opener = button('opener')
    useDialogs().phoneMenu = { publicId: 'a', x: 0, y: 0 }
    await flushPromises()
    const trigger = document.querySelector<HTMLElement>('[data-submenu=send]')
    trigger?.focus()
    trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    await flushPromises()
    document.querySelector<HTMLElement>('[data-command="phone.gesture"]')?.click()
    await flushPromises()
    expect(kinds()).toEqual(['gesture'])
    await escape()
    expect(document.activeElement).toBe(opener)
  })

  it('close with their phones, and with the fleet that they are about', async () => {
    showPhones([fakeDevice('a'), fakeDevice('b')])
    const job = { kind: 'warm_up', status: 'queued' }
    for (const id of ['a', 'b']) useTiles().tiles.set(id, fakeTile(id, { state: 'automation', job }))
    mountInPage(WindowDialogs)
    await open({ kind: 'about' }, { kind: 'interrupt', publicIds: ['a', 'b'] })
    const fill = (...ids: string[]) =>
      useDevices().replace({ status: 'ready', devices: ids.map((id) => fakeDevice(id)), fault: null })
    fill('b')
    await flushPromises()
    expect(kinds()).toEqual(['about', 'interrupt'])
    fill()
    await flushPromises()
    expect(kinds()).toEqual(['about'])
    await open({ kind: 'patrol' })
    useDialogs().forget(['about'])
    await flushPromises()
    expect([kinds(), shown()]).toEqual([['about'], 1])
  })

  it('begin with what was typed and not sent, and stay when they are asked for again', async () => {
    showPhones([fakeDevice('a')])
    mountInPage(WindowDialogs)
    const question = { kind: 'prepare', what: 'text', publicIds: ['a'] } as const
    const field = () => document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')
    await open(question)
    Object.assign(field() ?? {}, { value: 'hello' })
    field()?.dispatchEvent(new Event('input'))
    await escape()
    await open(question)
    expect(field()?.value).toBe('hello')
    document.querySelector('form')?.requestSubmit()
    await flushPromises()
    await open(question)
    expect(field()?.value).toBe('')
    await open({ kind: 'settings' })
    const settings = useDialogs().stack.at(-1)
    await open({ kind: 'settings' })
    expect(useDialogs().stack.at(-1)).toBe(settings)
  })
})
