import { app, type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron'
import { fleetParameter, phoneParameter } from '../../src-shared/bridge/own-window'
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
  /** Of a window beside the first; null for the first, and for its phones' windows. */
  fleetId: string | null
  pageId: PageId
}

/** Holds the first window, those of further fleets, and those of single phones. All close with the first. */
export interface Windows {
  wall: BrowserWindow
  /** Shows a fleet in a window beside the first, or brings that window to the front. */
  openFleet(fleetId: string): void
  /** Closes the window of a fleet, if it has one. */
  closeFleet(fleetId: string): void
  /** Opens a phone of that window's fleet in its own window, or brings that window to the front. */
  openOwn(fleetId: string | null, own: OwnWindow): void
  /** Keeps a window on top of others, also when it opens the next time. */
  keepOnTop(sender: Sender, on: boolean): void
  /** The windows of phones, in the order in which they opened. */
  readonly phones: readonly BrowserWindow[]
  /** Reopens the windows that these phones of a fleet had when the program ended. */
  reopen(fleetId: string | null, publicIds: readonly string[]): void
  /** Returns the sender of an IPC message; null for any but the top frame of a page of ours. */
  senderOf(event: IpcMainEvent | IpcMainInvokeEvent): Sender | null
}

/** Brings a window to the front, and reloads its page if it has crashed. */
export function bringToFront(window: BrowserWindow): void {
  reloadIfCrashed(window)
  if (window.isMinimized()) window.restore()
  window.focus()
}

/** The name of a window, under which its place is kept. */
const nameOf = ({ fleetId, pageId }: Pick<Sender, 'fleetId' | 'pageId'>) =>
  pageId !== null ? `phone ${pageId}` : fleetId !== null ? `fleet ${fleetId}` : 'wall'

/** The window of one phone. */
interface PhoneWindow {
  window: BrowserWindow
  fleetId: string | null
  publicId: string
}

/** @param kiosk the wall fills its display, without the system's bars */
export function openWindows(
  places: WindowPlaces,
  crashRecovery: Pick<CrashRecovery, 'watch'>,
  kiosk: boolean,
): Windows {
  const wall = openWindow({ name: 'wall', search: '', size: wallSize, minSize: minWallSize, kiosk, places })
  crashRecovery.watch(wall, 'leave')
  const fleets = new Map<string, BrowserWindow>()
  const phones = new Set<PhoneWindow>()
  const phoneOf = (fleetId: string | null, publicId: string) =>
    [...phones].find((phone) => phone.fleetId === fleetId && phone.publicId === publicId)
  // Windows that close with the program open again at the next start.
  let ending = false
  wall.on('closed', () => {
    ending = true
    for (const window of [...fleets.values(), ...[...phones].map((phone) => phone.window)]) window.close()
  })
  app.on('before-quit', (event) =>
    // Waits for the other listeners, which may prevent the quit.
    queueMicrotask(() => {
      if (!event.defaultPrevented) ending = true
    }),
  )

  const openFleet = (fleetId: string) => {
    const search = `?${new URLSearchParams({ [fleetParameter]: fleetId }).toString()}`
    const window = openWindow({
      name: nameOf({ fleetId, pageId: null }),
      search,
      size: wallSize,
      minSize: minWallSize,
      places,
    })
    crashRecovery.watch(window, 'closeWindow')
    fleets.set(fleetId, window)
    places.fleetOpened(fleetId)
    window.on('closed', () => {
      fleets.delete(fleetId)
      if (!ending) places.fleetClosed(fleetId)
      for (const phone of [...phones]) if (phone.fleetId === fleetId) phone.window.close()
    })
  }
  const open = (fleetId: string | null, own: OwnWindow): BrowserWindow => {
    const { publicId, width, height } = own
    const ofFleet = fleetId === null ? {} : { [fleetParameter]: fleetId }
    const search = `?${new URLSearchParams({ ...ofFleet, [phoneParameter]: publicId }).toString()}`
    const name = nameOf({ fleetId, pageId: publicId })
    const window = openWindow({ name, search, size: { width, height }, minSize: minPhoneSize, places })
    crashRecovery.watch(window, 'closeWindow')
    const phone = { window, fleetId, publicId }
    phones.add(phone)
    places.opened({ ...own, fleetId })
    window.on('closed', () => {
      phones.delete(phone)
      if (!ending) places.closed({ fleetId, publicId })
    })
    return window
  }

  return {
    wall,
    openFleet(fleetId) {
      const known = fleets.get(fleetId)
      if (known) bringToFront(known)
      else openFleet(fleetId)
    },
    closeFleet: (fleetId) => fleets.get(fleetId)?.close(),
    openOwn(fleetId, own) {
      ending = false
      const known = phoneOf(fleetId, own.publicId)
      if (known) bringToFront(known.window)
      else open(fleetId, own)
    },
    keepOnTop(sender, on) {
      sender.window.setAlwaysOnTop(on)
      places.keepOnTop(nameOf(sender), on)
    },
    get phones() {
      return [...phones].map(({ window }) => window)
    },
    reopen(fleetId, publicIds) {
      const missing = places.open.filter(
        (own) =>
          own.fleetId === fleetId && publicIds.includes(own.publicId) && !phoneOf(fleetId, own.publicId),
      )
      const opened = missing.map((own) => open(fleetId, own))
      const back = fleetId === null ? wall : fleets.get(fleetId)
      // The user works in the wall, so it keeps the focus.
      for (const window of opened) window.once('show', () => back?.focus())
    },
    senderOf(event) {
      const all: Sender[] = [
        { window: wall, fleetId: null, pageId: null },
        ...[...fleets].map(([fleetId, window]) => ({ window, fleetId, pageId: null })),
        ...[...phones].map(({ publicId, ...phone }) => ({ ...phone, pageId: publicId })),
      ]
      return (
        all.find(({ window }) => !window.isDestroyed() && isTrustedSender(event, window.webContents)) ?? null
      )
    },
  }
}
