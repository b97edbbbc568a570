// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import PhoneMenu from '../../../../src-renderer/features/actions/PhoneMenu.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useFleets } from '../../../../src-renderer/stores/fleets'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { messages } from '../../../../src-renderer/text/messages'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the menu of a phone', () => {
  inFreshPage()
  const open = async () => {
    showPhones([fakeDevice('a'), fakeDevice('b')])
    const mounted = mountInPage(PhoneMenu)
    useDialogs().phoneMenu = { publicId: 'a', x: 10, y: 10 }
    await flushPromises()
    return mounted
  }
  const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const commandIds = () =>
    [...document.querySelectorAll<HTMLElement>('[role=menu] [data-command]')].map(
      (item) => item.dataset['command'] ?? '',
    )
  const openSubmenu = async (name: string) => {
    const trigger = document.querySelector<HTMLElement>(`[data-submenu=${name}]`)
    trigger?.focus()
    trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    await flushPromises()
    return trigger
  }
  const itemCalled = (title: string) => items().find((item) => item.textContent.includes(title))

  it('is named after the phone', async () => {
    await open()
    const name = document.querySelector('[role=menu]')?.getAttribute('aria-label')
    expect(name).toBe(messages.act.menuFor({ name: 'Phone a' }))
  })

  it('acts on the phone and closes', async () => {
    const { sent, commands } = await open()
    itemCalled(commands.byId('phone.home').title())?.click()
    await flushPromises()
    expect(sent).toEqual([['device.act', { publicId: 'a', action: { type: 'press', name: 'home' } }]])
    expect(useDialogs().phoneMenu).toBeNull()
  })

  it('says why an item is disabled', async () => {
    showPhones([fakeDevice('a')])
    useFleets().scopes = { ...useFleets().scopes, control: 'missing' }
    const { commands } = mountInPage(PhoneMenu)
    useDialogs().phoneMenu = { publicId: 'a', x: 10, y: 10 }
    await flushPromises()
    const home = itemCalled(commands.byId('phone.home').title())
    expect(home?.getAttribute('aria-disabled')).toBe('true')
    expect(home?.title).toBe(messages.scopes.missing({ scope: 'control' }))
  })

  it('names its cost when it acts on a selection', async () => {
    showPhones([fakeDevice('a'), fakeDevice('b')])
    useSelection().toggle('a')
    useSelection().toggle('b')
    mountInPage(PhoneMenu)
    useDialogs().phoneMenu = { publicId: 'a', x: 10, y: 10 }
    await flushPromises()
    expect(document.querySelector('.phone-menu .title')?.textContent).toContain(messages.act.cost({ n: 2 }))
  })

  it('says that it acts on its phone only, and shows no shortcuts, beside a selection', async () => {
    const { sent, commands } = await open()
    const heading = () => document.querySelector('.phone-menu .title')?.textContent
    expect(heading()).toBe('Phone a')
    expect(document.querySelectorAll('.phone-menu kbd').length).toBeGreaterThan(0)
    useSelection().select(['b'])
    await flushPromises()
    expect(heading()).toBe('Phone a only')
    expect(document.querySelector('[role=menu]')?.getAttribute('aria-description')).toBe('Phone a only')
    expect(document.querySelectorAll('.phone-menu kbd')).toHaveLength(0)
    itemCalled(commands.byId('phone.home').title())?.click()
    await flushPromises()
    expect(sent).toEqual([['device.act', { publicId: 'a', action: { type: 'press', name: 'home' } }]])
  })
  it('has at most twelve entries, and what it always had in submenus', async () => {
    await open()
    expect(items().length).toBeLessThanOrEqual(12)
    const reached = new Set(commandIds())
    for (const name of ['send', 'organise', 'device']) {
      const trigger = await openSubmenu(name)
      expect(trigger?.getAttribute('aria-haspopup')).toBe('menu')
      expect(trigger?.getAttribute('aria-expanded')).toBe('true')
      for (const id of commandIds()) reached.add(id)
    }
    const before = [
      ...['own-window', 'dashboard', 'push', 'screenshot', 'screenshot-copy', 'record'],
      ...['home', 'app-switcher', 'lock', 'find', 'open-url', 'open-app', 'text', 'key', 'gesture'],
      ...['clipboard-get', 'clipboard-set', 'clipboard-sync', 'pin', 'view-only', 'watch'],
      ...['set-labels', 'name-pattern', 'airplane-on', 'airplane-off', 'ip', 'recalibrate'],
    ].map((name) => `phone.${name}`)
    expect(before.filter((id) => !reached.has(id))).toEqual([])
  })

  it('acts on its phone from a submenu, too', async () => {
    const { sent } = await open()
    await openSubmenu('device')
    document.querySelector<HTMLElement>('[data-command="phone.airplane-off"]')?.click()
    await flushPromises()
    expect(sent).toEqual([['device.act', { publicId: 'a', action: { type: 'airplane', on: false } }]])
  })
})
