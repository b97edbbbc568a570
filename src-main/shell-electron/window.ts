import { fileURLToPath } from 'node:url'
import { BrowserWindow, nativeTheme } from 'electron'
import { giveRoomOnceRestored, keepPlace, lastPlace, spreadAgain } from './keep-place'
import { lockDownPage } from './lock-down'
import { pageOrigin } from './trusted-sender'
import type { WindowPlaces } from './window-places'

const preload = fileURLToPath(new URL('../preload/preload.cjs', import.meta.url))
const icon = fileURLToPath(new URL('../../resources/icon.png', import.meta.url))

export interface WindowOptions {
  /** By which its place is remembered. */
  name: string
  /** Of the page's address. */
  search: string
  /** Of the page, where it never stood anywhere. In px. */
  size: { width: number; height: number }
  /** The window is never smaller, in px. */
  least: { width: number; height: number }
  places: WindowPlaces
}

/** A window of ours: sandboxed, isolated, without Node, where it stood the last time. */
export function openWindow({ name, search, size, least, places }: WindowOptions): BrowserWindow {
  const place = lastPlace(places, name)
  const window = new BrowserWindow({
    ...(place
      ? { x: place.x, y: place.y, width: place.width, height: place.height }
      : { ...size, useContentSize: true }),
    minWidth: least.width,
    minHeight: least.height,
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
  keepPlace(window, places, name)
  giveRoomOnceRestored(window)
  window.once('ready-to-show', () => {
    if (place) spreadAgain(window, place)
    window.show()
  })
  void window.loadURL(`${pageOrigin}/${search}`)
  return window
}
