import type { CDPSession, Page } from 'playwright-core'
import { describe, inject } from 'vitest'
import { launchBrowser } from './browser-shell'
import { launchElectron } from './electron-shell'

export type ShellName = 'electron' | 'browser'

/** The shells of this machine, as the global setup found them; null for a missing one. */
export interface FoundShells {
  electron: { binary: string; displays: string[] } | null
  browser: { chromium: string; shared: string[] } | null
}

declare module 'vitest' {
  interface ProvidedContext {
    shells: FoundShells
    /** Whether a keychain can be started. */
    keychain: boolean
  }
}

export interface LaunchOptions {
  userDataDir: string
  /** The app's environment, in addition to `plainEnvironment`. */
  environment: Record<string, string>
  /** Arguments of the program. */
  args?: string[]
  /** Keeps the window's initial size. */
  asItComes?: boolean
}

/** The app, running in a shell. */
export interface RunningApp {
  page: Page
  /** Chromium's own protocol, for things that Playwright can't do. */
  devtools: CDPSession
  /** Sets the size of the page, in CSS px. */
  resize(width: number, height: number): Promise<void>
  /** Returns the app's output so far. */
  output(): string
  /** Sends a signal to the app's main process, and waits for its exit. @returns its exit code; null if the signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>
  /** Quits the app as a user does, and waits for its exit. */
  close(): Promise<void>
}

/** One of the app's two shells. */
export interface Shell {
  name: ShellName
  /** Whether to prove here what the page alone decides: in one shell, and not in the short run. */
  provesPage: boolean
  launch(options: LaunchOptions): Promise<RunningApp>
}

export const windowSize = { width: 1440, height: 900 }

/** Returns this test file's own of several displays or browsers: files that run in parallel have one each. */
export const ownOf = (several: string[]): string =>
  several[Number(process.env['VITEST_POOL_ID']) % several.length] ?? ''

/** Returns the display of this test file. */
export const displayOf = ({ displays }: Pick<NonNullable<FoundShells['electron']>, 'displays'>): string =>
  ownOf(displays)

/** Whether this is `npm test` without `--whole`. */
export const isShortRun = process.env['FLEETWALL_SHORT_RUN'] !== undefined
const pageShell = (): ShellName => (inject('shells').browser ? 'browser' : 'electron')

const missingShell = (name: ShellName): never => {
  throw new Error(`the ${name} shell is missing on this machine`)
}

/** Returns a shell: Electron, or the loopback host with a browser. */
export function shellNamed(name: ShellName): Shell {
  const found = inject('shells')
  const provesPage = !isShortRun && name === pageShell()
  if (name === 'electron') {
    return {
      name,
      provesPage,
      launch: (options) => launchElectron(found.electron ?? missingShell(name), options),
    }
  }
  return {
    name,
    provesPage,
    launch: (options) => launchBrowser(found.browser ?? missingShell(name), options),
  }
}

/** Declares tests for one shell. Skips them if the shell is missing. */
export function inShell(name: ShellName, title: string, cases: (shell: Shell) => void): void {
  describe.skipIf(inject('shells')[name] === null)(`${title}, ${name}`, () => cases(shellNamed(name)))
}

/** Declares the same tests for both shells. */
export function inEachShell(title: string, cases: (shell: Shell) => void): void {
  inShell('electron', title, cases)
  inShell('browser', title, cases)
}

/** As `inEachShell`, for long tests: the short run proves them in Electron alone, or in the browser if there is none. */
export function inEachShellAtLength(title: string, cases: (shell: Shell) => void): void {
  if (!isShortRun) inEachShell(title, cases)
  else inShell(inject('shells').electron ? 'electron' : 'browser', title, cases)
}

/** Declares tests of what the page alone decides: in the browser, or Electron if there is none, and not in the short run. */
export function inOneShell(title: string, cases: (shell: Shell) => void): void {
  if (!isShortRun) inShell(pageShell(), title, cases)
}
