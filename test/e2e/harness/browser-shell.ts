import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { plainEnvironment } from './environment'
import { ended, outputOf, stop, type Output } from './process'
import { root, sandboxFlags } from './programs'
import { ownOf, windowSize, type FoundShells, type LaunchOptions, type RunningApp } from './shells'

/** The loopback host alone, without a browser. */
export interface LoopbackHost {
  /** The printed address, with the launch token. */
  url: string
  pid: number
  output: Output
  end: RunningApp['end']
  close(): Promise<void>
}

export async function startLoopbackHost({
  userDataDir,
  environment,
  args = [],
}: LaunchOptions): Promise<LoopbackHost> {
  const host = spawn(
    process.execPath,
    [join(root, 'out/main/loopback.js'), '--user-data-dir', userDataDir, ...args],
    {
      env: { ...plainEnvironment(), ...environment },
      // The host exits when this channel closes, so it never outlives the tests.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  const output = outputOf(host)
  const [url] = await output.shows(/http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/)
  if (host.pid === undefined) throw new Error('the loopback host has no process')
  const end = (signal: NodeJS.Signals) => {
    const exited = ended(host)
    host.kill(signal)
    return exited
  }
  return { url, pid: host.pid, output, end, close: () => stop(host) }
}

/**
 * The first three render a list of suggestions for each window's address bar, at more cost than the wall's own start. Chromium
 * reads the last such flag alone, so the rest repeats what Playwright switches off and these tests need off.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const browserOptions = (executablePath: string) => ({
  executablePath,
  // With a window only if FLEETWALL_HEADED is set.
  headless: process.env['FLEETWALL_HEADED'] === undefined,
  args: [...sandboxFlags, `--disable-features=${withoutFeatures.join(',')}`],
  timeout: 60_000,
})

/** Starts an installed browser of its own. */
export const startBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch(browserOptions(executablePath))

/** Starts a browser that several test files use, one after another. @returns its address */
export async function startSharedBrowser(
  executablePath: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = await chromium.launchServer(browserOptions(executablePath))
  return { url: server.wsEndpoint(), close: () => server.close() }
}

/** Connects to the browser of this test file. Closing it closes what was opened through it, and nothing else. */
export const connectBrowser = (found: NonNullable<FoundShells['browser']>): Promise<Browser> =>
  chromium.connect(ownOf(found.shared), { timeout: 60_000 })

/** Starts the loopback host and opens its printed address in a browser. */
export async function launchBrowser(
  found: NonNullable<FoundShells['browser']>,
  options: LaunchOptions,
): Promise<RunningApp> {
  const host = await startLoopbackHost(options)
  const browser = await connectBrowser(found)
  // A fixed viewport ignores sizes that the page asks for.
  const viewport = options.asItComes ? null : windowSize
  const page = await browser.newPage({ viewport, locale: 'en-GB' })
  await page.goto(host.url)
  return {
    page,
    devtools: await page.context().newCDPSession(page),
    resize: (width, height) => page.setViewportSize({ width, height }),
    output: host.output.text,
    async end(signal) {
      const code = await host.end(signal)
      await browser.close()
      return code
    },
    async close() {
      await browser.close()
      await host.close()
    },
  }
}
