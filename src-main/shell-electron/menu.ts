import { Menu } from 'electron'
import { menuTemplate, type MenuBar } from './menu-template'

/** Sets the menu bar, as `menuTemplate`. */
export function setMenu(platform: NodeJS.Platform, bar: MenuBar, run: (id: string) => void): void {
  const template = menuTemplate(platform, bar, run)
  Menu.setApplicationMenu(template && Menu.buildFromTemplate(template))
}
