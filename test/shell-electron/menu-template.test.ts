import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { menuTemplate } from '../../src-main/shell-electron/menu-template'
import { menuRoles, type DesktopMenu, type MenuRole } from '../../src-shared/bridge/desktop-texts'

const home = {
  id: 'phone.home',
  title: 'Home',
  enabled: true,
  checked: null,
  accelerator: 'CmdOrCtrl+Shift+H',
}
const panel = { id: 'view.panel', title: 'Panel', enabled: false, checked: true, accelerator: null }
const menus: DesktopMenu[] = [
  { title: 'File', entries: [] },
  { title: 'Phones', entries: [home, null, panel] },
  { title: 'Help', entries: [] },
]

describe('the menu bar', () => {
  it('is hidden where its accelerators would take keys from phones', () => {
    for (const platform of ['linux', 'win32'] as const)
      expect(menuTemplate(platform, { menus, roles: null }, () => undefined)).toBeNull()
  })

  it('has the menus that a Mac needs, also before the page has sent its own', () => {
    const roles = menuTemplate('darwin', { menus: [], roles: null }, () => undefined)?.map(({ role }) => role)
    expect(roles).toEqual(['appMenu', 'editMenu', 'windowMenu'])
  })

  it('names what macOS does as the page does, and nothing in English', () => {
    const roles = Object.fromEntries(menuRoles.map((role) => [role, `named ${role}`])) as Record<
      MenuRole,
      string
    >
    const about = { ...panel, id: 'app.about', title: 'named about' }
    const named: DesktopMenu[] = [{ title: 'named file', entries: [about] }]
    const labels = (entries: MenuItemConstructorOptions[]): string[] =>
      entries
        .filter(({ type, role }) => type !== 'separator' && role !== 'appMenu')
        .map(({ label = 'unnamed' }) => label)
        .concat(entries.flatMap(({ submenu }) => (Array.isArray(submenu) ? labels(submenu) : [])))
    const shown = labels(menuTemplate('darwin', { menus: named, roles }, () => undefined) ?? [])
    expect(shown.filter((label) => !label.startsWith('named '))).toEqual([])
    expect(shown).toEqual(expect.arrayContaining(Object.values(roles)))
  })

  it('has the settings and the version in the menu of the program, once', () => {
    const command = (id: string) => ({ ...panel, id, title: id, checked: null })
    const own: DesktopMenu[] = [
      {
        title: 'File',
        entries: [command('fleet.add'), null, command('app.settings'), null, command('window.close')],
      },
      { title: 'Help', entries: [command('app.palette'), null, command('app.about')] },
    ]
    const template = menuTemplate('darwin', { menus: own, roles: null }, () => undefined) ?? []
    const shown = ({ label, role, type, submenu }: MenuItemConstructorOptions): unknown =>
      Array.isArray(submenu) ? submenu.map(shown) : (label ?? role ?? type)
    const isOwn = ({ role }: MenuItemConstructorOptions) => role !== 'editMenu' && role !== 'windowMenu'
    expect(template.filter(isOwn).map(shown)).toEqual([
      [
        ...['app.about', 'separator', 'app.settings', 'separator', 'services', 'separator'],
        ...['hide', 'hideOthers', 'unhide', 'separator', 'quit'],
      ],
      ['fleet.add', 'separator', 'window.close'],
      ['app.palette'],
    ])
    expect(template.at(-1)?.role).toBe('help')
  })

  it('shows the commands of the page, and runs those that are clicked', () => {
    const run: string[] = []
    const template = menuTemplate('darwin', { menus, roles: null }, (id) => run.push(id)) ?? []
    expect(template.map(({ label, role }) => label ?? role)).toEqual([
      ...['appMenu', 'File', 'editMenu', 'Phones', 'windowMenu', 'Help'],
    ])
    const items = template[3]?.submenu
    if (!Array.isArray(items)) throw new Error('The menu has no entries.')
    expect(items).toMatchObject([
      { label: 'Home', enabled: true, accelerator: 'CmdOrCtrl+Shift+H' },
      { type: 'separator' },
      { label: 'Panel', enabled: false, type: 'checkbox', checked: true },
    ])
    const click = (triggeredByAccelerator: boolean) =>
      items[0]?.click?.({} as never, undefined, { triggeredByAccelerator })
    click(false)
    // The page has had this key, and may have typed it on a phone.
    click(true)
    expect(run).toEqual(['phone.home'])
  })
})
