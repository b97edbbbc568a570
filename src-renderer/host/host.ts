import type { Bridge } from '../../src-shared/bridge/connect'
import type { Offer } from '../../src-shared/bridge/offered-file'

/** Where the frame worker finds its frames. */
export type FrameLink = { port: MessagePort } | { url: string }

/** Why the bridge closed: another window took this wall over, or the core is gone. */
export type CloseReason = 'replaced' | 'lost'

/** The shell that the page runs in. */
export interface Host {
  kind: 'electron' | 'loopback'
  platform: 'darwin' | 'linux' | 'win32'
  bridge: Bridge
  frames: FrameLink
  /** Offers dropped or picked files to the core; their bytes go later, when a transfer asks for them. */
  offerFiles(files: readonly File[]): Promise<Offer[]>
  /** Told once, when the bridge has closed for good. */
  onClosed(listener: (reason: CloseReason) => void): void
}
