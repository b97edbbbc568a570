import { preloadKey } from '../../src-shared/bridge/preload-api'
import { electronHost } from './electron-host'
import type { Host } from './host'
import { loopbackHost } from './loopback-host'

// The room that hides the shell from the page: one Host, implemented for Electron and for a browser.

/** Connects to the shell that opened this page. */
export async function findHost(): Promise<Host> {
  const api = window[preloadKey]
  return api ? electronHost(api) : loopbackHost()
}
