import { BrowserWindow, screen } from 'electron'
import type { Room } from '../../src-shared/bridge/own-window-schema'
import { besideCorner } from './display-boxes'
import { keptWithin, type WindowPlace } from './window-place'
import type { WindowPlaces } from './window-places'

/** Returns the last place of the window, on a display that exists; null for a new window. */
export function lastPlace(places: WindowPlaces, name: string): WindowPlace | null {
  const place = places.of(name)
  return place && { ...place, ...keptWithin(place, screen.getDisplayMatching(place).workArea) }
}

/**
 * Returns the place of a new window of this size, px, on the display of another: beside its corner, at no other window's, and
 * smaller than the display.
 */
export function placeNear(other: BrowserWindow, size: Room): WindowPlace {
  const { workArea } = screen.getDisplayMatching(other.getBounds())
  const others = BrowserWindow.getAllWindows().map((window) => window.getBounds())
  return { ...besideCorner(size, other.getBounds(), workArea, others), spread: 'none' }
}

/** Maximizes the window, or makes it full-screen, if it was so. Both show it. */
export function spreadAgain(window: BrowserWindow, { spread }: WindowPlace): void {
  if (spread === 'maximized') window.maximize()
  if (spread === 'full-screen') window.setFullScreen(true)
}

/** Gives the page a size, in DIP, as far as its display has room. A window that fills its display stays as it is. */
export function resizePage(window: BrowserWindow, { width, height }: Room): void {
  if (spreadOf(window) !== 'none') return
  const [bounds, content] = [window.getBounds(), window.getContentBounds()]
  const box = {
    ...bounds,
    width: width + bounds.width - content.width,
    height: height + bounds.height - content.height,
  }
  window.setBounds(keptWithin(box, screen.getDisplayMatching(bounds).workArea))
}

/** Remembers the place of the window whenever it changes. */
export function keepPlace(window: BrowserWindow, places: WindowPlaces, name: string): void {
  const keep = () => {
    if (!window.isMinimized()) places.keep(name, { ...window.getNormalBounds(), spread: spreadOf(window) })
  }
  window.on('resize', keep)
  window.on('move', keep)
  window.on('maximize', keep)
  window.on('unmaximize', keep)
  window.on('enter-full-screen', keep)
  window.on('leave-full-screen', keep)
}

function spreadOf(window: BrowserWindow): WindowPlace['spread'] {
  if (window.isFullScreen()) return 'full-screen'
  return window.isMaximized() ? 'maximized' : 'none'
}
