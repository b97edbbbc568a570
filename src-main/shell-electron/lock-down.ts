import type { Session, WebContents } from 'electron'
import { pageOrigin } from './trusted-sender'

/** The page has no network, no permissions and no downloads. */
export function lockDownSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
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
