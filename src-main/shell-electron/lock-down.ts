import type { Session, WebContents } from 'electron'
import { pageOrigin } from './trusted-sender'

// Text copied on a phone arrives seconds after the key press, so writing it needs a permission.
const granted = 'clipboard-sanitized-write'

/**
 * Gives the page no network, no downloads, and one permission: to write text to the clipboard.
 * @param devServer the page may connect to it, in development
 */
export function lockDownSession(session: Session, devServer: URL | null): void {
  const allowed = [`${pageOrigin}/`, 'devtools://', ...(devServer ? [`ws://${devServer.host}/`] : [])]
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === granted))
  session.setPermissionCheckHandler((_contents, permission) => permission === granted)
  session.setDevicePermissionHandler(() => false)
  // Otherwise Chromium looks for a dictionary on the Internet.
  session.setSpellCheckerEnabled(false)
  session.setSpellCheckerLanguages([])
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !allowed.some((start) => url.startsWith(start)) }),
  )
}

/** Keeps the page from navigating, opening windows and embedding pages. */
export function lockDownPage(page: WebContents): void {
  // WebRTC sends past the policy and the session's filter.
  page.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  page.setWindowOpenHandler(() => ({ action: 'deny' }))
  page.on('will-navigate', (event) => event.preventDefault())
  page.on('will-attach-webview', (event) => event.preventDefault())
}
