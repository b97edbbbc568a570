import { describe, expect, it } from 'vitest'
import { menuTemplate } from '../../src-main/shell-electron/menu-template'
import type { DesktopMenu } from '../../src-shared/bridge/desktop-texts'

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
]

describe('the menu bar', () => {
  it('is hidden where its accelerators would take keys from phones', () => {
    for (const platform of ['linux', 'win32'] as const)
      expect(menuTemplate(platform, menus, () => undefined)).toBeNull()
  })

  it('has the menus that a Mac needs, also before the page has sent its own', () => {
    const roles = menuTemplate('darwin', [], () => undefined)?.map(({ role }) => role)
    expect(roles).toEqual(['appMenu', 'editMenu', 'windowMenu'])
  })

  it('shows the commands of the page, and runs those that are clicked', () => {
    const run: string[] = []
    const template = menuTemplate('darwin', menus, (id) => run.push(id)) ?? []
    expect(template.map(({ label, role }) => label ?? role)).toEqual([
      ...['appMenu', 'File', 'editMenu', 'Phones', 'windowMenu'],
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
