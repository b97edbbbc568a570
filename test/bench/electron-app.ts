import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type CDPSession, type Page } from 'playwright-core'
import { z } from 'zod'
import type { Size } from '../../src-shared/protocol/device'
import { plainEnvironment } from '../e2e/harness/environment'
import { sandboxFlags } from '../e2e/harness/programs'
import type { Machine } from './machine'

/** The window's size, in CSS px. */
export const usualWindow: Size = { width: 1440, height: 900 }

/** A window of an Electron app. */
export interface ElectronApp {
  /** The id of the main process. */
  pid: number
  page: Page
  devtools: CDPSession
  /** Sets the size of the page, in CSS px. */
  resize(size: Size): Promise<void>
  /** Returns the times at which the browser drew the window during `work`, in ms of the trace's clock. */
  drawn(work: () => Promise<unknown>): Promise<number[]>
  /** Hides the window. */
  hide(): Promise<void>
  close(): Promise<void>
}

// In microseconds.
const traceSchema = z.object({ traceEvents: z.array(z.object({ name: z.string(), ts: z.number() })) })

/**
 * Starts the Electron app of a folder with its own user-data folder.
 * @param flags for the command line
 */
export async function launchApp(
  { display }: Machine,
  folder: string,
  {
    environment = {},
    flags = [],
    userData: given,
  }: { environment?: Record<string, string>; flags?: readonly string[]; userData?: string | undefined },
): Promise<ElectronApp> {
  const userData = given ?? (await mkdtemp(join(tmpdir(), 'fleetwall-bench-')))
  // Without an `executablePath` Playwright takes the `electron` package's.
  const app = await _electron.launch({
    args: [...sandboxFlags, folder, `--user-data-dir=${userData}`, ...flags],
    env: { ...plainEnvironment(), DISPLAY: display.name, ...environment },
    timeout: 60_000,
  })
  const page = await app.firstWindow({ timeout: 60_000 })
  const { pid } = app.process()
  if (pid === undefined) throw new Error('Electron has no process')
  const resize = async (size: Size) => {
    await app.evaluate(
      ({ BrowserWindow }, { width, height }) =>
        BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
      size,
    )
    await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size, {
      timeout: 20_000,
    })
  }
  await resize(usualWindow)
  return {
    pid,
    page,
    devtools: await app.context().newCDPSession(page),
    resize,
    async drawn(work) {
      await app.evaluate(({ contentTracing }) =>
        contentTracing.startRecording({ included_categories: ['viz'], excluded_categories: ['*'] }),
      )
      await work()
      const file = join(userData, 'trace.json')
      await app.evaluate(({ contentTracing }, to) => contentTracing.stopRecording(to), file)
      const { traceEvents } = traceSchema.parse(JSON.parse(await readFile(file, 'utf8')))
      const draws = traceEvents.filter(({ name }) => name === 'Display::DrawAndSwap')
      return draws.map(({ ts }) => ts / 1000).toSorted((a, b) => a - b)
    },
    hide: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide()),
    async close() {
      await app.close()
      await rm(userData, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
