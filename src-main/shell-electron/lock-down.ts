import type { Session, WebContents } from 'electron'
import { pageOrigin } from './trusted-sender'

// What a phone has copied comes seconds after the key, when the page by itself may not put it anywhere any more.
const granted = 'clipboard-sanitized-write'

/** The page has no network and no downloads, and one permission: to put a text on the clipboard. */
export function lockDownSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === granted))
  session.setPermissionCheckHandler((_contents, permission) => permission === granted)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest((details, answer) => {
    const ours = details.url.startsWith(`${pageOrigin}/`) || details.url.startsWith('devtools://')
    answer({ cancel: !ours })
  })
}

/** The page goes nowhere, opens nothing and embeds nothing. */
export function lockDownPage(page: WebContents): void {
  page.setWindowOpenHandler(() => ({ action: 'deny' }))
  page.on('will-navigate', (event) => event.preventDefault())
  page.on('will-attach-webview', (event) => event.preventDefault())
}
