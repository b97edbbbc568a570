import type { Bridge } from '../../src-shared/bridge/connect'
import type { DesktopTexts } from '../../src-shared/bridge/desktop-texts'
import type { Port } from '../../src-shared/bridge/port'
import type { OwnWindow, Room } from '../../src-shared/bridge/own-window-schema'
import type { Offer } from '../../src-shared/features/offered-file'
import type { Platform } from '../../src-shared/bridge/platform'

/** Where a frame worker finds its frames. */
export type FrameLink = { port: MessagePort } | { url: string }

/** Why the bridge closed: another window took over this wall, or the core is gone. */
export type CloseReason = 'replaced' | 'lost'

/** The shell that the page runs in. */
export interface Host {
  kind: 'electron' | 'loopback'
  platform: Platform
  bridge: Bridge
  /** One for each frame worker. */
  frames: readonly FrameLink[]
  /** Returns the port on which recordings are converted. */
  conversions(): Port<ArrayBuffer>
  /** The phone that this page shows in its own window; null on the page of the wall. */
  phone: string | null
  /** The number of the wall that this page shows; null on the page of a phone. */
  wall: number | null
  /** The fleet of this page's window, where it is not the first window; null in the first, which can show any. */
  fleet: string | null
  /** Shows a fleet in a window of its own, or brings the window that shows it to the front. */
  openFleet(id: string): void
  /** Says which fleet this window shows, so that it can be brought to the front. */
  showsFleet(id: string): void
  /** Opens a further wall of this fleet, by a number that none has. */
  openWall(number: number): void
  /** Opens a phone's own window, or brings it to the front. */
  openOwnWindow(window: OwnWindow): void
  /** Reopens the own windows that these phones had the last time, where the shell can. */
  reopenOwnWindows(publicIds: readonly string[]): void
  /** Resizes this page, which is a phone's, in CSS px. A window that fills its display stays as it is. */
  resizeOwnWindow(room: Room): void
  /** Makes this window fill its display, or stops that. */
  toggleFullScreen(): void
  /**
   * Arranges windows on displays; null if the shell cannot. Moves this window to the next display, or lays the windows of
   * phones side by side over the next. False when there is one display, or no such window.
   */
  displays: { next(): Promise<boolean>; tile(): Promise<boolean> } | null
  /** Keeps this window on top of others, also the next time; null if the shell cannot. */
  onTop: { isOn(): Promise<boolean>; keep(on: boolean): void } | null
  /** Returns whether this page replaces one that crashed. */
  hadCrashed(): Promise<boolean>
  /** Gives the shell the texts of the desktop; null if the page shows them itself. */
  keepWords: ((words: DesktopTexts) => void) | null
  /** Opens the licences of what Fleetwall contains; null if the shell can't. */
  openNotices: (() => void) | null
  /** Opens an address of `webAddress` in the person's browser. */
  openAddress(address: string): void
  /** Offers dropped or picked files to the core, which asks for their bytes when an upload starts. */
  offerFiles(files: readonly File[]): Promise<Offer[]>
  /** Returns whether offered files live in this page and are lost when it closes. */
  holdsFiles(): boolean
  /** Calls the listener once, when the bridge closes for good. */
  onClosed(listener: (reason: CloseReason) => void): void
}
