import type { DesktopTexts } from './desktop-texts'
import type { OwnWindow, Room } from './own-window-schema'
import type { Offer } from '../features/offered-file'
import type { Platform } from './platform'

/** The Electron preload's functions on the page's `window`, under `preloadKey`. Nothing else crosses the isolation. */
export interface PreloadApi {
  platform: Platform
  /**
   * Asks the main process for the ports of this page. They come as one `message` event of the window itself whose
   * data is `portsMessage` and whose `ports` are the bridge, the conversion port and the frame ports, in this order.
   * @param framePorts how many of the last, at most `mostFramePorts`
   */
  connect(framePorts: number): void
  /** Opens a further wall of this window's fleet, or brings it to the front. */
  openWall(number: number): void
  /** Opens a phone in its own window, or brings that window to the front. */
  openOwnWindow(window: OwnWindow): void
  /** Opens a window for a fleet, or brings the one that shows it to the front. */
  openFleet(fleetId: string): void
  /** Reopens the windows that these phones had when the program ended. */
  reopenOwnWindows(publicIds: readonly string[]): void
  /** Resizes this page, if it is a phone's. A window that fills its display stays as it is. */
  resizeOwnWindow(room: Room): void
  /** Makes this window fill its display, or stops that. */
  toggleFullScreen(): void
  /** Moves this window to the next display. @returns false when there is one display */
  nextDisplay(): Promise<boolean>
  /** Lays the windows of phones side by side over a display; from a wall's page only. @returns false when there are none */
  tileWindows(): Promise<boolean>
  /** Keeps this window on top of others, also the next time. */
  keepOnTop(on: boolean): void
  /** Returns whether this window stays on top. */
  isOnTop(): Promise<boolean>
  /** Returns, once, whether this page replaced a crashed one. */
  hadCrashed(): Promise<boolean>
  /** Sends the desktop's texts in the page's language, and on macOS the menu bar of this window. */
  keepWords(words: DesktopTexts): void
  /** Opens the licences of what Fleetwall contains. */
  openNotices(): void
  /** Opens an address of `webAddress` in the person's browser; the main process checks it. */
  openAddress(address: string): void
  /** Offers dropped or picked `File` objects; their paths stay in the main process. */
  offerFiles(files: readonly unknown[]): Promise<Offer[]>
}

export const preloadKey = 'fleetwall'
export const portsMessage = 'fleetwall:ports'
/** How the data of the `message` event begins that asks for a command of the menu bar; its id follows. */
export const commandMessage = 'fleetwall:command '
