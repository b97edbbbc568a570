import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { plainEnvironment } from './environment'
import { ended, outputOf, stop, type Output } from './process'
import { root, sandboxFlags } from './programs'
import { windowSize, type FoundShells, type LaunchOptions, type RunningApp } from './shells'

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

/** Starts an installed browser, with a window only if FLEETWALL_HEADED is set. */
export function startBrowser({
  chromium: executablePath,
}: NonNullable<FoundShells['browser']>): Promise<Browser> {
  const headless = process.env['FLEETWALL_HEADED'] === undefined
  return chromium.launch({ executablePath, headless, args: sandboxFlags, timeout: 60_000 })
}

/** Starts the loopback host and opens its printed address in a browser. */
export async function launchBrowser(
  found: NonNullable<FoundShells['browser']>,
  options: LaunchOptions,
): Promise<RunningApp> {
  const host = await startLoopbackHost(options)
  const browser = await startBrowser(found)
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
