import type { BrowserWindow, IpcMainEvent, IpcMainInvokeEvent } from 'electron'
import { phoneParameter } from '../../src-shared/bridge/own-window'
import type { OwnWindow } from '../../src-shared/bridge/own-window-schema'
import type { PageOf } from '../core/pages'
import { isTrustedSender } from './trusted-sender'
import { openWindow } from './window'
import type { WindowPlaces } from './window-places'

const wallSize = { width: 1440, height: 900 }
const leastWall = { width: 800, height: 560 }
const leastPhone = { width: 240, height: 240 }

/** Our windows: the wall's, and those of single phones, which close with it. */
export interface Windows {
  wall: BrowserWindow
  /** Opens a phone in a window of its own, or brings the one that it has to the front. */
  openOwn(own: OwnWindow): void
  /** The window whose own page sends this, and whose page it is; null for whatever else sends it. */
  senderOf(event: IpcMainEvent | IpcMainInvokeEvent): { window: BrowserWindow; of: PageOf } | null
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}

export function openWindows(places: WindowPlaces): Windows {
  const wall = openWindow({ name: 'wall', search: '', size: wallSize, least: leastWall, places })
  const phones = new Map<string, BrowserWindow>()
  wall.on('closed', () => {
    for (const window of [...phones.values()]) window.close()
  })

  return {
    wall,
    openOwn({ publicId, ...size }) {
      const known = phones.get(publicId)
      if (known) {
        bringToFront(known)
        return
      }
      const search = `?${new URLSearchParams({ [phoneParameter]: publicId }).toString()}`
      const window = openWindow({ name: `phone ${publicId}`, search, size, least: leastPhone, places })
      phones.set(publicId, window)
      window.on('closed', () => phones.delete(publicId))
    },
    senderOf(event) {
      for (const [of, window] of [[null, wall] as const, ...phones]) {
        if (!window.isDestroyed() && isTrustedSender(event, window.webContents)) return { window, of }
      }
      return null
    },
  }
}
