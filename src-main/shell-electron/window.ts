import { fileURLToPath } from 'node:url'
import { BrowserWindow, nativeTheme } from 'electron'
import { keepPlace, lastPlace, spreadAgain } from './keep-place'
import { lockDownPage } from './lock-down'
import { pageOrigin } from './trusted-sender'
import type { WindowPlaces } from './window-places'

const preload = fileURLToPath(new URL('../preload/preload.cjs', import.meta.url))
const icon = fileURLToPath(new URL('../../resources/icon.png', import.meta.url))

const firstSize = { width: 1440, height: 900 }

/** The window of the wall: sandboxed, isolated, without Node, where it stood the last time. */
export function createWindow(places: WindowPlaces): BrowserWindow {
  const place = lastPlace(places, 'wall')
  const window = new BrowserWindow({
    ...(place ? { x: place.x, y: place.y, width: place.width, height: place.height } : firstSize),
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
  keepPlace(window, places, 'wall')
  window.once('ready-to-show', () => {
    if (place) spreadAgain(window, place)
    window.show()
  })
  void window.loadURL(`${pageOrigin}/`)
  return window
}
