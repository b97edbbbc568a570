import { fileURLToPath } from 'node:url'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { keepPlace, lastPlace, placeNear, spreadAgain } from './keep-place'
import { mayDebug } from './may-debug'
import { pageOrigin } from './trusted-sender'
import { giveBox } from './window-place'
import type { WindowPlaces } from './window-places'

const preload = fileURLToPath(new URL('../preload/preload.cjs', import.meta.url))
// A window manager has made the window fill the display by then.
const managerMs = 500
const icon = fileURLToPath(new URL('../../resources/icon.png', import.meta.url))

export interface WindowOptions {
  /** The key of the remembered place. */
  name: string
  /** The parameters of the page's address. */
  parameters: URLSearchParams
  /** The size of the page in a new window, px. */
  size: { width: number; height: number }
  /** The smallest size of the window, px. */
  minSize: { width: number; height: number }
  /** Fills its display, without the system's bars. */
  kiosk?: boolean
  /** A window without a last place opens on the display of this one, smaller than the display; null: where the system puts it. */
  near?: BrowserWindow | null
  places: WindowPlaces
}

/** Where no window manager runs, nothing else makes a window fill its display. */
function fillDisplay(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  const { bounds } = screen.getDisplayMatching(window.getBounds())
  const { width, height } = window.getBounds()
  // On X11 Chromium makes a window of exactly the display's size a pixel smaller.
  if (width < bounds.width || height < bounds.height)
    window.setBounds({ ...bounds, height: bounds.height + 1 })
}

/** Opens a window at its last place. Its page is sandboxed, isolated and without Node. */
export function openWindow({
  name,
  parameters,
  size,
  minSize,
  kiosk = false,
  near = null,
  places,
}: WindowOptions): BrowserWindow {
  const place = lastPlace(places, name) ?? (near && placeNear(near, size))
  const window = new BrowserWindow({
    ...(place
      ? { x: place.x, y: place.y, width: place.width, height: place.height }
      : { ...size, useContentSize: !kiosk }),
    ...(kiosk ? screen.getPrimaryDisplay().bounds : {}),
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    kiosk,
    icon,
    title: 'Fleetwall',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#131417' : '#f4f4f2',
    webPreferences: {
      preload,
      devTools: mayDebug,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  })
  if (place) giveBox(window, place)
  // A kiosk is for one run.
  if (!kiosk) keepPlace(window, places, name)
  window.setAlwaysOnTop(places.isOnTop(name))
  window.once('ready-to-show', () => {
    if (place) spreadAgain(window, place)
    window.show()
    if (kiosk) setTimeout(() => fillDisplay(window), managerMs)
  })
  const address = new URL(`${pageOrigin}/`)
  address.search = parameters.toString()
  void window.loadURL(address.href)
  return window
}
