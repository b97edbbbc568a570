import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron'

/** The page's origin: its own scheme, never `file:`. */
export const pageOrigin = 'fleetwall://app'

/** Returns whether an IPC message comes from the top frame of our page in this window. */
export function isTrustedSender(event: IpcMainEvent | IpcMainInvokeEvent, page: WebContents): boolean {
  const frame = event.senderFrame
  // The URL parser gives a custom scheme the origin 'null', so this compares the address.
  return frame !== null && frame === page.mainFrame && frame.url.startsWith(`${pageOrigin}/`)
}
