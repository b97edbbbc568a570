import type { DesktopTexts } from './desktop-texts'
import type { OwnWindow, Room } from './own-window-schema'
import type { Offer } from './offered-file'
import type { Platform } from './platform'

/** What the Electron preload puts on the page's `window`, under `preloadKey`. Nothing else crosses the isolation. */
export interface PreloadApi {
  platform: Platform
  /**
   * Asks the main process for the two ports of this page. They come as one `message` event of the window itself whose
   * data is `portsMessage` and whose `ports` are the bridge and the frame port, in this order.
   */
  connect(): void
  /** Opens a phone in a window of its own, or brings the one that it has to the front. */
  openOwnWindow(window: OwnWindow): void
  /** These phones are in the fleet: those that had a window of their own when the program ended get it again. */
  reopenOwnWindows(publicIds: readonly string[]): void
  /** Gives this page, if it is a phone's, so much room; where its window fills the display, once it does not any more. */
  resizeOwnWindow(room: Room): void
  /** The room of this page, or what it has once its window does not fill the display any more. */
  ownRoom(): Promise<Room>
  /** Keeps the window of this page, if it is a phone's, on top of others, also the next time. */
  keepOnTop(on: boolean): void
  /** Whether it is. */
  isOnTop(): Promise<boolean>
  /** Whether the page before this one in its window has crashed, so that this one was loaded; said once. */
  hadCrashed(): Promise<boolean>
  /** Tells what the desktop is to say, in the page's language; from the wall's page alone. */
  keepWords(words: DesktopTexts): void
  /** Takes `File` objects, which only a person's drop or pick can make; their paths stay with the main process. */
  offerFiles(files: readonly unknown[]): Promise<Offer[]>
}

export const preloadKey = 'fleetwall'
export const portsMessage = 'fleetwall:ports'
