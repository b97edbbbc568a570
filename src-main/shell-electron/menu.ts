import { Menu } from 'electron'
import type { DesktopMenu } from '../../src-shared/bridge/desktop-texts'
import { menuTemplate } from './menu-template'

/** Sets the menu bar, as `menuTemplate`. */
export function setMenu(
  platform: NodeJS.Platform,
  menus: readonly DesktopMenu[],
  run: (id: string) => void,
): void {
  const template = menuTemplate(platform, menus, run)
  Menu.setApplicationMenu(template && Menu.buildFromTemplate(template))
}
