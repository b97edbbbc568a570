import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron'

/** Where the page lives: a scheme of its own, never `file:`. */
export const pageOrigin = 'fleetwall://app'

/** Whether an IPC message comes from the top frame of the wall's own page. */
export function isTrustedSender(event: IpcMainEvent | IpcMainInvokeEvent, page: WebContents): boolean {
  const frame = event.senderFrame
  // The origin of a custom scheme reads 'null' to the URL parser, so the address itself is compared.
  return frame !== null && frame === page.mainFrame && frame.url.startsWith(`${pageOrigin}/`)
}
