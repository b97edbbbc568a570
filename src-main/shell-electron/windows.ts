import { app, type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron'
import type { OwnWindow, Room } from '../../src-shared/bridge/own-window-schema'
import {
  firstWall,
  isWall,
  numberOf,
  parametersOf,
  phoneOf,
  phonePage,
  wallPage,
  type PagePlace,
  type WallId,
} from '../../src-shared/bridge/page-id'
import { reloadIfCrashed, type CrashRecovery } from './crash-recovery'
import { isTrustedSender } from './trusted-sender'
import { openWindow } from './window'
import type { WindowPlaces } from './window-places'

const wallSize = { width: 1440, height: 900 }
const minWallSize = { width: 800, height: 560 }
const minPhoneSize = { width: 240, height: 240 }

/** A window, and the place of its page. */
export interface Sender extends PagePlace {
  window: BrowserWindow
}

/** Holds all windows, of walls and of single phones. They close with their fleet's first wall, and all with the first window. */
export interface Windows {
  /** The first window. */
  wall: BrowserWindow
  /** Shows a fleet in a window beside the first, or brings that window to the front. */
  openFleet(fleetId: string): void
  /** Closes the window of a fleet, if it has one. */
  closeFleet(fleetId: string): void
  /** Opens a further wall of that window's fleet on its display, or brings it to the front. */
  openWall(sender: Sender, number: number): void
  /** Opens a phone of that window's fleet in its own window, or brings that window to the front. */
  openOwn(fleetId: string | null, own: OwnWindow): void
  /** Keeps a window on top of others, also when it opens the next time. */
  keepOnTop(sender: Sender, on: boolean): void
  /** The windows of phones, in the order in which they opened. */
  readonly phones: readonly BrowserWindow[]
  /** Reopens the walls that were open when the program ended. @param canShow whether a fleet can have a window now */
  reopenWalls(canShow: (fleetId: string | null) => boolean): void
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
function nameOf({ fleetId, pageId }: PagePlace): string {
  const phone = phoneOf(pageId)
  if (phone !== null) return `phone ${phone}`
  const ofFleet = fleetId === null ? 'wall' : `fleet ${fleetId}`
  return pageId === firstWall ? ofFleet : `${ofFleet}, ${pageId}`
}

/** @param kiosk the first window fills its display, without the system's bars */
export function openWindows(
  places: WindowPlaces,
  crashRecovery: Pick<CrashRecovery, 'watch'>,
  kiosk: boolean,
): Windows {
  const open = new Set<Sender>()
  const find = (fleetId: string | null, pageId: PagePlace['pageId']) =>
    [...open].find((one) => one.fleetId === fleetId && one.pageId === pageId)?.window
  // Windows that close with the program open again at the next start.
  let ending = false
  app.on('before-quit', (event) =>
    // Waits for the other listeners, which may prevent the quit.
    queueMicrotask(() => {
      if (!event.defaultPrevented) ending = true
    }),
  )

  const forget = ({ fleetId, pageId }: PagePlace) => {
    if (isWall(pageId)) places.wallClosed({ fleetId, wall: numberOf(pageId) })
    else places.closed({ fleetId, publicId: phoneOf(pageId) ?? '' })
  }
  /** @param near the window from which a person opens it */
  const show = (place: PagePlace, size: Room, near: BrowserWindow | null = null): BrowserWindow => {
    const { fleetId, pageId } = place
    const isFirst = fleetId === null && pageId === firstWall
    const window = openWindow({
      name: nameOf(place),
      parameters: parametersOf(place),
      size,
      minSize: isWall(pageId) ? minWallSize : minPhoneSize,
      kiosk: isFirst && kiosk,
      near,
      places,
    })
    crashRecovery.watch(window, isFirst ? 'leave' : 'closeWindow')
    const own = { window, ...place }
    open.add(own)
    ending = false
    window.on('closed', () => {
      open.delete(own)
      if (isFirst) ending = true
      else if (!ending) forget(place)
      if (pageId !== firstWall) return
      for (const other of [...open]) if (isFirst || other.fleetId === fleetId) other.window.close()
    })
    return window
  }
  const showWall = (fleetId: string | null, pageId: WallId, near: BrowserWindow | null = null) => {
    places.wallOpened({ fleetId, wall: numberOf(pageId) })
    return show({ fleetId, pageId }, wallSize, near)
  }
  const showPhone = (fleetId: string | null, own: OwnWindow) => {
    places.opened({ ...own, fleetId })
    return show({ fleetId, pageId: phonePage(own.publicId) }, own)
  }
  const wall = show({ fleetId: null, pageId: firstWall }, wallSize)

  return {
    wall,
    openFleet(fleetId) {
      const known = find(fleetId, firstWall)
      if (known) bringToFront(known)
      else showWall(fleetId, firstWall)
    },
    closeFleet: (fleetId) => find(fleetId, firstWall)?.close(),
    openWall({ fleetId, window }, number) {
      const known = find(fleetId, wallPage(number))
      if (known) bringToFront(known)
      else showWall(fleetId, wallPage(number), window)
    },
    openOwn(fleetId, own) {
      const known = find(fleetId, phonePage(own.publicId))
      if (known) bringToFront(known)
      else showPhone(fleetId, own)
    },
    keepOnTop(sender, on) {
      sender.window.setAlwaysOnTop(on)
      places.keepOnTop(nameOf(sender), on)
    },
    get phones() {
      return [...open].filter(({ pageId }) => !isWall(pageId)).map(({ window }) => window)
    },
    reopenWalls(canShow) {
      for (const { fleetId, wall: number } of [...places.walls])
        if (!canShow(fleetId)) places.wallClosed({ fleetId, wall: number })
        // The user works in the first window, so it keeps the focus.
        else showWall(fleetId, wallPage(number)).once('show', () => wall.focus())
    },
    reopen(fleetId, publicIds) {
      const missing = places.open.filter(
        (own) =>
          own.fleetId === fleetId &&
          publicIds.includes(own.publicId) &&
          !find(fleetId, phonePage(own.publicId)),
      )
      const opened = missing.map((own) => showPhone(fleetId, own))
      // The user works in the wall, so it keeps the focus.
      for (const window of opened) window.once('show', () => find(fleetId, firstWall)?.focus())
    },
    senderOf: (event) =>
      [...open].find(({ window }) => !window.isDestroyed() && isTrustedSender(event, window.webContents)) ??
      null,
  }
}
