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

const fillsDisplay = (window: BrowserWindow) => window.isMaximized() || window.isFullScreen()

const lastEdges = new WeakMap<BrowserWindow, Room>()

/** How much wider and higher a window is than its page, in DIP; of one that fills its display, as it was before: full screen has no edges. */
function edgesOf(window: BrowserWindow): Room {
  const last = lastEdges.get(window)
  if (last && fillsDisplay(window)) return last
  const [bounds, content] = [window.getBounds(), window.getContentBounds()]
  const edges = { width: bounds.width - content.width, height: bounds.height - content.height }
  lastEdges.set(window, edges)
  return edges
}

/** The room of a window's page, in DIP; of one that fills its display, what it has once it does not any more. */
export function roomOf(window: BrowserWindow): Room {
  const [bounds, edges] = [window.getNormalBounds(), edgesOf(window)]
  return { width: bounds.width - edges.width, height: bounds.height - edges.height }
}

/** What windows that fill their display are to give their pages once they do not any more. */
const waiting = new WeakMap<BrowserWindow, Room>()

/** Gives the page of a window so much room, in DIP, where its display has that: a window that fills its display once it does not any more. */
export function giveRoom(window: BrowserWindow, room: Room): void {
  if (fillsDisplay(window)) {
    waiting.set(window, room)
    return
  }
  waiting.delete(window)
  const [bounds, edges] = [window.getNormalBounds(), edgesOf(window)]
  const box = { ...bounds, width: room.width + edges.width, height: room.height + edges.height }
  window.setBounds(keptWithin(box, screen.getDisplayMatching(bounds)))
}

/** Gives the page of a window the room that it has waited for, whenever the window does not fill its display any more. */
export function giveRoomOnceRestored(window: BrowserWindow): void {
  const give = () => {
    const room = waiting.get(window)
    if (room) giveRoom(window, room)
  }
  window.on('unmaximize', give)
  window.on('leave-full-screen', give)
  // Before it fills the display they are there to be seen.
  const seeEdges = () => edgesOf(window)
  window.on('resize', seeEdges)
  window.on('move', seeEdges)
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
