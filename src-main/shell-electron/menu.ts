import { Menu } from 'electron'

/**
 * macOS needs a menu for copy and paste to work. Elsewhere there is none: its accelerators would take keys, such as
 * Ctrl+W and Ctrl+R, that are meant for a phone.
 */
export function setMenu(platform: NodeJS.Platform): void {
  Menu.setApplicationMenu(
    platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  )
}
