import { _electron, type ElectronApplication } from 'playwright-core'
import { plainEnvironment } from './environment'
import { ended, outputOf } from './process'
import { packaged, programArguments, sandboxFlags } from './programs'
import { displayOf, windowSize, type FoundShells, type LaunchOptions, type RunningApp } from './shells'

/** The app in Electron, with access to its main process. */
export interface RunningElectron extends RunningApp {
  electron: ElectronApplication
}

/** Starts the built app in Electron, as `electron .` does. */
export async function launchElectron(
  found: NonNullable<FoundShells['electron']>,
  { userDataDir, environment, args = [], asItComes }: LaunchOptions,
): Promise<RunningElectron> {
  // Without an `executablePath` Playwright uses the `electron` package, and starts the app only once it is connected.
  const app = await _electron.launch({
    ...(packaged ? { executablePath: packaged } : {}),
    args: [...programArguments, '--lang=en-GB', '--user-data-dir', userDataDir, ...args],
    env: { ...plainEnvironment(), DISPLAY: displayOf(found), ...environment },
    // Playwright switches it off by itself.
    chromiumSandbox: sandboxFlags.length === 0,
    timeout: 60_000,
  })
  const output = outputOf(app.process())
  const page = await app.firstWindow({ timeout: 60_000 })

  const resize = async (width: number, height: number) => {
    await app.evaluate(
      ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
      { width, height },
    )
    await page.waitForFunction(
      (size) => innerWidth === size.width && innerHeight === size.height,
      { width, height },
      { timeout: 20_000 },
    )
  }
  if (!asItComes) await resize(windowSize.width, windowSize.height)
  return {
    electron: app,
    page,
    devtools: await app.context().newCDPSession(page),
    resize,
    output: output.text,
    end(signal) {
      const exited = ended(app.process())
      app.process().kill(signal)
      return exited
    },
    async close() {
      // Quitting asks about unfinished uploads; this answers yes.
      await app
        .evaluate(({ dialog }) => {
          const yes = { response: 0, checkboxChecked: false }
          Object.assign(dialog, { showMessageBox: () => Promise.resolve(yes) })
        })
        .catch(() => undefined)
      await app.close()
    },
  }
}
