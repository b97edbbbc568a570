import type { Bridge } from '../../src-shared/bridge/connect'
import type { DesktopTexts } from '../../src-shared/bridge/desktop-texts'
import type { OwnWindow, Room } from '../../src-shared/bridge/own-window-schema'
import type { Offer } from '../../src-shared/bridge/offered-file'
import type { Platform } from '../../src-shared/bridge/platform'

/** Where the frame worker finds its frames. */
export type FrameLink = { port: MessagePort } | { url: string }

/** Why the bridge closed: another window took this wall over, or the core is gone. */
export type CloseReason = 'replaced' | 'lost'

/** The shell that the page runs in. */
export interface Host {
  kind: 'electron' | 'loopback'
  platform: Platform
  bridge: Bridge
  frames: FrameLink
  /** The phone that this page shows alone, in a window of its own; null for the page of the wall. */
  phone: string | null
  /** Opens a phone in a window of its own, or brings the one that it has to the front. */
  openOwnWindow(window: OwnWindow): void
  /** These phones are in the fleet: those that had a window of their own the last time get it again, where the shell can. */
  reopenOwnWindows(publicIds: readonly string[]): void
  /** Gives this page, which is a phone's, so much room, in CSS px; where its window fills the display, once it does not, where the shell can. */
  resizeOwnWindow(room: Room): void
  /** The room of this page, in CSS px; where its window fills the display, what it has once it does not, where the shell can tell. */
  ownRoom(): Promise<Room>
  /** Keeps this page's window on top of others, also the next time; null where the shell cannot. */
  onTop: { isOn(): Promise<boolean>; keep(on: boolean): void } | null
  /** Whether the page before this one in its window has crashed, so that this one was loaded. */
  hadCrashed(): Promise<boolean>
  /** Tells the shell what the desktop is to say; null where the page says it itself. */
  keepWords: ((words: DesktopTexts) => void) | null
  /** Offers dropped or picked files to the core; their bytes go later, when a transfer asks for them. */
  offerFiles(files: readonly File[]): Promise<Offer[]>
  /** Whether this page has the bytes of what it has offered: they are gone with it. */
  holdsFiles(): boolean
  /** Told once, when the bridge has closed for good. */
  onClosed(listener: (reason: CloseReason) => void): void
}
