import { fileURLToPath } from 'node:url'
import { BrowserWindow, nativeTheme } from 'electron'
import { lockDownPage } from './lock-down'
import { pageOrigin } from './trusted-sender'

const preload = fileURLToPath(new URL('../preload/preload.cjs', import.meta.url))
const icon = fileURLToPath(new URL('../../resources/icon.png', import.meta.url))

/** The window of the wall: sandboxed, isolated, without Node. */
export function createWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 800,
    minHeight: 560,
    show: false,
    icon,
    title: 'Fleetwall',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#131417' : '#f4f4f2',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  })
  lockDownPage(window.webContents)
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`${pageOrigin}/`)
  return window
}
