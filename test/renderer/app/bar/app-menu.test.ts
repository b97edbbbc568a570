// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import AppMenu from '../../../../src-renderer/app/bar/AppMenu.vue'
import { appMenuOf } from '../../../../src-renderer/app/commands/app-menu'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useView } from '../../../../src-renderer/stores/view'
import { messages } from '../../../../src-renderer/text/messages'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the menu of everything', () => {
  inFreshPage()
  const show = () => {
    showPhones([fakeDevice('a')])
    const mounted = mountInPage(AppMenu)
    return { ...mounted, button: mounted.part.get<HTMLElement>('[data-menu-button]').element }
  }
  const press = async (target: Element | Window | null, type: string, key: string) => {
    target?.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }))
    await flushPromises()
  }
  const alone = async (between: () => unknown = () => null) => {
    await press(window, 'keydown', 'Alt')
    between()
    await press(window, 'keyup', 'Alt')
  }

  it('has every command of the window exactly once', () => {
    const { commands } = show()
    const ids = commands.all.map(({ id }) => id)
    const inMenu = appMenuOf(commands.all).flatMap(({ sections }) => sections.flat())
    expect(inMenu.toSorted()).toEqual(ids.toSorted())
  })

  it('has a place for a command that is new', () => {
    const menus = appMenuOf([{ id: 'fleet.new', group: 'fleet' }])
    expect(menus.map(({ name, sections }) => [name, sections])[0]).toEqual(['file', [['fleet.new']]])
  })

  it('opens its menus, whose entries carry command, shortcut and reason', async () => {
    const { button } = show()
    button.focus()
    await press(button, 'keydown', 'Enter')
    const trigger = document.querySelector<HTMLElement>('[data-submenu=phones]')
    expect(trigger?.getAttribute('aria-haspopup')).toBe('menu')
    trigger?.focus()
    await press(trigger, 'keydown', 'ArrowRight')
    expect(trigger?.getAttribute('aria-expanded')).toBe('true')
    const entry = (id: string) => document.querySelector<HTMLElement>(`[data-command="${id}"]`)
    expect(entry('phone.type')?.querySelector('kbd')?.textContent).toBe('T')
    expect(entry('phone.take-back')?.getAttribute('aria-disabled')).toBe('true')
    expect(entry('phone.take-back')?.title).toBe(messages.commands.why.noPhone)
  })

  it('says which phones its commands act on', async () => {
    const { button } = show()
    const about = async () => {
      button.focus()
      await press(button, 'keydown', 'Enter')
      const trigger = document.querySelector<HTMLElement>('[data-submenu=phones]')
      trigger?.focus()
      await press(trigger, 'keydown', 'ArrowRight')
      const text = document.querySelector('.app-menu .title')?.textContent
      await press(document.activeElement, 'keydown', 'Escape')
      return text
    }
    useView().current = 'a'
    expect(await about()).toBe('Phone a')
    useSelection().select(['a', 'b'])
    expect(await about()).toBe('2 selected phones')
  })

  it('gets the focus by Alt alone, and gives it back', async () => {
    const { button } = show()
    await alone()
    expect(document.activeElement).toBe(button)
    await alone()
    expect(useView().returning).toBe(true)
  })

  it('leaves Alt to other keys, to the pointer and to a phone', async () => {
    const { button } = show()
    await alone(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', altKey: true })))
    await alone(() => window.dispatchEvent(new Event('pointerdown')))
    useView().keyboard = 'a'
    await alone()
    expect(document.activeElement).not.toBe(button)
  })
})
