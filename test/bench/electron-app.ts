import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type CDPSession, type Page } from 'playwright-core'
import { plainEnvironment } from '../e2e/harness/environment'
import { sandboxFlags } from '../e2e/harness/programs'
import type { Machine } from './machine'
import { cpuOfTree } from './process-tree'

const windowSize = { width: 1440, height: 900 }

/** A window of an Electron app, all of the same size. */
export interface ElectronApp {
  page: Page
  devtools: CDPSession
  /** CPU time of all its processes since they began, in ms. */
  cpuMs(): number
  close(): Promise<void>
}

/** Starts the Electron app of a folder, with a user-data folder of its own. */
export async function launchApp(
  { display }: Machine,
  folder: string,
  environment: Record<string, string>,
): Promise<ElectronApp> {
  const userData = await mkdtemp(join(tmpdir(), 'fleetwall-bench-'))
  // Without an `executablePath` Playwright takes the `electron` package's.
  const app = await _electron.launch({
    args: [...sandboxFlags, folder, `--user-data-dir=${userData}`],
    env: { ...plainEnvironment(), DISPLAY: display.name, ...environment },
    timeout: 60_000,
  })
  const page = await app.firstWindow({ timeout: 60_000 })
  await app.evaluate(
    ({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
    windowSize,
  )
  await page.waitForFunction(
    ({ width, height }) => innerWidth === width && innerHeight === height,
    windowSize,
    { timeout: 20_000 },
  )
  const { pid } = app.process()
  if (pid === undefined) throw new Error('Electron has no process')
  return {
    page,
    devtools: await app.context().newCDPSession(page),
    cpuMs: () => cpuOfTree(pid),
    async close() {
      await app.close()
      await rm(userData, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
