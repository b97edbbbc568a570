import type { MenuItemConstructorOptions } from 'electron'
import type { DesktopCommand, DesktopMenu } from '../../src-shared/bridge/desktop-texts'

/**
 * Returns the menu bar. macOS needs one for copy and paste to work, and shows the page's commands in it. Elsewhere there is
 * none (null): its accelerators would take keys, such as Ctrl+W and Ctrl+R, that are meant for a phone.
 * @param run called with the id of a command that was clicked
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  menus: readonly DesktopMenu[],
  run: (id: string) => void,
): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null
  const itemOf = (command: DesktopCommand | null): MenuItemConstructorOptions => {
    if (!command) return { type: 'separator' }
    const { id, title, enabled, checked, accelerator } = command
    return {
      label: title,
      enabled,
      ...(checked === null ? {} : { type: 'checkbox', checked }),
      ...(accelerator === null ? {} : { accelerator }),
      // The page has had the key already: it belongs to a phone, a field or the command.
      click: (_item, _window, { triggeredByAccelerator }) => {
        if (triggeredByAccelerator !== true) run(id)
      },
    }
  }
  const given = menus.map(({ title, entries }) => ({ label: title, submenu: entries.map(itemOf) }))
  // Edit follows the first menu, as in other programs.
  return [
    { role: 'appMenu' },
    ...given.slice(0, 1),
    { role: 'editMenu' },
    ...given.slice(1),
    { role: 'windowMenu' },
  ]
}
