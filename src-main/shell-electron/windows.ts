import { app, type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron'
import { phoneParameter } from '../../src-shared/bridge/own-window'
import type { OwnWindow } from '../../src-shared/bridge/own-window-schema'
import type { PageId } from '../core/base/page-id'
import { reviveCrashed, type Revival } from './revival'
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
  /** Keeps a phone's window on top of others, also the next time that it is opened. */
  keepOnTop(publicId: string, on: boolean): void
  /** Opens those that were open when the program ended, of these phones. */
  reopen(publicIds: readonly string[]): void
  /** The window whose own page sends this, and whose page it is; null for whatever else sends it. */
  senderOf(event: IpcMainEvent | IpcMainInvokeEvent): { window: BrowserWindow; pageId: PageId } | null
}

/** Brings a window to the front, and its page back where it has crashed. */
export function bringToFront(window: BrowserWindow): void {
  reviveCrashed(window)
  if (window.isMinimized()) window.restore()
  window.focus()
}

const nameOf = (publicId: string) => `phone ${publicId}`

export function openWindows(places: WindowPlaces, revival: Pick<Revival, 'watch'>): Windows {
  const wall = openWindow({ name: 'wall', search: '', size: wallSize, least: leastWall, places })
  revival.watch(wall, 'leave')
  const phones = new Map<string, BrowserWindow>()
  // What closes then was not closed by the person, and is opened again the next time.
  let ending = false
  wall.on('closed', () => {
    ending = true
    for (const window of [...phones.values()]) window.close()
  })
  app.on('before-quit', (event) =>
    // Once everybody was asked who may keep the program from ending.
    queueMicrotask(() => {
      if (!event.defaultPrevented) ending = true
    }),
  )

  const open = (own: OwnWindow): BrowserWindow => {
    const { publicId, ...size } = own
    const search = `?${new URLSearchParams({ [phoneParameter]: publicId }).toString()}`
    const name = nameOf(publicId)
    const window = openWindow({ name, search, size, least: leastPhone, places })
    revival.watch(window, 'closeWindow')
    window.setAlwaysOnTop(places.isOnTop(name))
    phones.set(publicId, window)
    places.opened(own)
    window.on('closed', () => {
      phones.delete(publicId)
      if (!ending) places.closed(publicId)
    })
    return window
  }

  return {
    wall,
    openOwn(own) {
      ending = false
      const known = phones.get(own.publicId)
      if (known) bringToFront(known)
      else open(own)
    },
    keepOnTop(publicId, on) {
      phones.get(publicId)?.setAlwaysOnTop(on)
      places.keepOnTop(nameOf(publicId), on)
    },
    reopen(publicIds) {
      const missing = places.open.filter(
        ({ publicId }) => publicIds.includes(publicId) && !phones.has(publicId),
      )
      const opened = missing.map(open)
      // The wall is what the person works in.
      for (const window of opened) window.once('show', () => wall.focus())
    },
    senderOf(event) {
      for (const [pageId, window] of [[null, wall] as const, ...phones]) {
        if (!window.isDestroyed() && isTrustedSender(event, window.webContents)) return { window, pageId }
      }
      return null
    },
  }
}
