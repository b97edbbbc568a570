import { screen, type BrowserWindow } from 'electron'
import type { Room } from '../../src-shared/bridge/own-window-schema'
import { arrangementOf, broughtBack, keptWithin, type DisplayRoom, type WindowPlace } from './window-place'
import type { WindowPlaces } from './window-places'

/** The displays of now, the primary one first. */
export function displaysNow(): [DisplayRoom, ...DisplayRoom[]] {
  const primary = screen.getPrimaryDisplay()
  return [primary, ...screen.getAllDisplays().filter(({ id }) => id !== primary.id)]
}

/** Where the window stood the last time, brought back where the displays of now do not show it; null if it never was. */
export function lastPlace(places: WindowPlaces, name: string): WindowPlace | null {
  const displays = displaysNow()
  const place = places.of(name, arrangementOf(displays))
  return place && broughtBack(place, displays)
}

/** Spreads the window as it was, which shows it. */
export function spreadAgain(window: BrowserWindow, { spread }: WindowPlace): void {
  if (spread === 'maximized') window.maximize()
  if (spread === 'full-screen') window.setFullScreen(true)
}

/** Gives the page of a window so much room, in DIP, where its display has that; a window that fills its display stays as it is. */
export function giveRoom(window: BrowserWindow, room: Room): void {
  if (window.isMaximized() || window.isFullScreen()) return
  const bounds = window.getBounds()
  const content = window.getContentBounds()
  const box = {
    ...bounds,
    width: room.width + bounds.width - content.width,
    height: room.height + bounds.height - content.height,
  }
  window.setBounds(keptWithin(box, screen.getDisplayMatching(bounds)))
}

function placeOf(window: BrowserWindow): WindowPlace {
  const spread = window.isFullScreen() ? 'full-screen' : window.isMaximized() ? 'maximized' : 'none'
  return { ...window.getNormalBounds(), spread }
}

/** Remembers where the window stands, whenever that has changed and when it closes. */
export function keepPlace(window: BrowserWindow, places: WindowPlaces, name: string): void {
  const keep = () => {
    if (!window.isMinimized()) places.keep(name, arrangementOf(displaysNow()), placeOf(window))
  }
  window.on('resize', keep)
  window.on('move', keep)
  window.on('maximize', keep)
  window.on('unmaximize', keep)
  window.on('enter-full-screen', keep)
  window.on('leave-full-screen', keep)
}
