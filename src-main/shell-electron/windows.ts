import { app, type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron'
import { phoneParameter } from '../../src-shared/bridge/own-window'
import type { OwnWindow } from '../../src-shared/bridge/own-window-schema'
import type { PageId } from '../core/base/page-id'
import { reloadIfCrashed, type CrashRecovery } from './crash-recovery'
import { isTrustedSender } from './trusted-sender'
import { openWindow } from './window'
import type { WindowPlaces } from './window-places'

const wallSize = { width: 1440, height: 900 }
const minWallSize = { width: 800, height: 560 }
const minPhoneSize = { width: 240, height: 240 }

/** The window and the page that sent an IPC message. */
export interface Sender {
  window: BrowserWindow
  pageId: PageId
}

/** Holds the wall's window and those of single phones, which close with it. */
export interface Windows {
  wall: BrowserWindow
  /** Opens a phone in its own window, or brings that window to the front. */
  openOwn(own: OwnWindow): void
  /** Keeps a phone's window on top of others, also when it opens the next time. */
  keepOnTop(publicId: string, on: boolean): void
  /** Reopens the windows that these phones had when the program ended. */
  reopen(publicIds: readonly string[]): void
  /** Returns the sender of an IPC message; null for any but the top frame of a page of ours. */
  senderOf(event: IpcMainEvent | IpcMainInvokeEvent): Sender | null
}

/** Brings a window to the front, and reloads its page if it has crashed. */
export function bringToFront(window: BrowserWindow): void {
  reloadIfCrashed(window)
  if (window.isMinimized()) window.restore()
  window.focus()
}

const nameOf = (publicId: string) => `phone ${publicId}`

/** @param kiosk the wall fills its display, without the system's bars */
export function openWindows(
  places: WindowPlaces,
  crashRecovery: Pick<CrashRecovery, 'watch'>,
  kiosk: boolean,
): Windows {
  const wall = openWindow({ name: 'wall', search: '', size: wallSize, minSize: minWallSize, kiosk, places })
  crashRecovery.watch(wall, 'leave')
  const phones = new Map<string, BrowserWindow>()
  // Windows that close with the program open again at the next start.
  let ending = false
  wall.on('closed', () => {
    ending = true
    for (const window of [...phones.values()]) window.close()
  })
  app.on('before-quit', (event) =>
    // Waits for the other listeners, which may prevent the quit.
    queueMicrotask(() => {
      if (!event.defaultPrevented) ending = true
    }),
  )

  const open = (own: OwnWindow): BrowserWindow => {
    const { publicId, ...size } = own
    const search = `?${new URLSearchParams({ [phoneParameter]: publicId }).toString()}`
    const name = nameOf(publicId)
    const window = openWindow({ name, search, size, minSize: minPhoneSize, places })
    crashRecovery.watch(window, 'closeWindow')
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
      // The user works in the wall, so it keeps the focus.
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
