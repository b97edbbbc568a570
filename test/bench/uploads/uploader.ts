import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { noKeyring } from '../../e2e/harness/keyring'
import { startBrowser, startLoopbackHost } from '../../e2e/harness/browser-shell'
import { dropFiles } from '../../e2e/harness/drop'
import { ended } from '../../e2e/harness/process'
import { root } from '../../e2e/harness/programs'
import { freshFolder } from '../../e2e/harness/wall'
import type { CDPSession, Page } from 'playwright-core'
import { launchApp, usualWindow } from '../electron-app'
import type { Machine } from '../machine'
import type { Peer } from '../peer/start'

/** Sends files to the peer. */
export interface Uploader {
  /** The process that sends the bytes; null if it ends with its files. */
  pid: number | null
  /** Starts to send all these files at once. */
  send(files: string[]): Promise<void>
  close(): Promise<void>
}

const patience = { timeout: 60_000 }
const barePipe = fileURLToPath(new URL('./bare-pipe.ts', import.meta.url))

/** Pipes a read stream into a request, in its own process. */
export function openBarePipe({ uploadUrl }: Peer): Promise<Uploader> {
  return Promise.resolve({
    pid: null,
    async send(files) {
      const child = spawn(process.execPath, ['--import', 'tsx', barePipe, uploadUrl, ...files], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      if ((await ended(child)) !== 0) throw new Error('the bare pipe has failed')
    },
    close: () => Promise.resolve(),
  })
}

/** A bare page that sends the same files directly to the peer. */
export async function openBareFetch(chromium: string, { uploadUrl }: Peer): Promise<Uploader> {
  const browser = await startBrowser(chromium)
  const page = await browser.newPage()
  await page.setContent('<input type="file" multiple>')
  return {
    pid: null,
    async send(files) {
      await page.setInputFiles('input', files)
      await page.evaluate(async (url) => {
        const { files: given } = document.querySelector('input') ?? {}
        await Promise.all(
          [...(given ?? [])].map((body) => fetch(url, { method: 'POST', mode: 'no-cors', body })),
        )
      }, uploadUrl)
    },
    close: () => browser.close(),
  }
}

/** Drops files on the first phone, once it is live. */
async function dropper({ phones: [first = ''] }: Peer, page: Page, devtools: CDPSession) {
  const screen = page.locator(`[data-device="${first}"][data-state=live] [data-screen][data-frame]`)
  await screen.waitFor(patience)
  return (files: string[]) => dropFiles({ devtools }, screen, files)
}

/** The built app in Electron. */
export async function openElectronApp(machine: Machine, peer: Peer): Promise<Uploader> {
  const { pid, page, devtools, close } = await launchApp(machine, root, {
    environment: { ...noKeyring, ...peer.environment },
  })
  return { pid, send: await dropper(peer, page, devtools), close }
}

/** The same app in a browser, with the loopback host. */
export async function openBrowserApp(chromium: string, peer: Peer): Promise<Uploader> {
  const folder = await freshFolder()
  const environment = { ...noKeyring, ...peer.environment }
  const host = await startLoopbackHost({ userDataDir: folder.path, environment })
  const browser = await startBrowser(chromium)
  const page = await browser.newPage({ viewport: usualWindow })
  await page.goto(host.url)
  return {
    pid: host.pid,
    send: await dropper(peer, page, await page.context().newCDPSession(page)),
    async close() {
      await browser.close()
      await host.close()
      await folder.remove()
    },
  }
}
