import type { CDPSession, Page } from 'playwright-core'
import { describe, inject } from 'vitest'
import { launchBrowser } from './browser-shell'
import { launchElectron } from './electron-shell'

export type ShellName = 'electron' | 'browser'

/** Where the shells of this machine are, as the global set-up has found them; null for one that cannot be had. */
export interface FoundShells {
  electron: { binary: string; displays: string[] } | null
  browser: { chromium: string } | null
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
  /** What the app finds in its environment, besides what every program needs. */
  environment: Record<string, string>
  /** Leaves the window of the size that it comes with. */
  asItComes?: boolean
}

/** The app, running in a shell. */
export interface RunningApp {
  page: Page
  /** Chromium's own protocol, for what Playwright has no words for. */
  devtools: CDPSession
  /** Sets the room of the page, in CSS px. */
  resize(width: number, height: number): Promise<void>
  /** Everything that the app has written on its standard streams. */
  output(): string
  /** Ends the app as a person does, and waits until it is gone. */
  close(): Promise<void>
}

/** The app's core behind one of its two shells. */
export interface Shell {
  name: ShellName
  launch(options: LaunchOptions): Promise<RunningApp>
}

export const windowSize = { width: 1440, height: 900 }

/** The display of this file of tests: those that run side by side have one each. */
export function displayOf({ displays }: Pick<NonNullable<FoundShells['electron']>, 'displays'>): string {
  return displays[Number(process.env['VITEST_POOL_ID']) % displays.length] ?? ''
}

const cannotBeHad = (name: ShellName): never => {
  throw new Error(`the ${name} shell cannot be had on this machine`)
}

/** Electron, or the loopback host with a browser. */
export function shellNamed(name: ShellName): Shell {
  const found = inject('shells')
  if (name === 'electron') {
    return { name, launch: (options) => launchElectron(found.electron ?? cannotBeHad(name), options) }
  }
  return { name, launch: (options) => launchBrowser(found.browser ?? cannotBeHad(name), options) }
}

/** Declares cases for one shell; where it cannot be had they are not run, as the global set-up has said. */
export function inShell(name: ShellName, title: string, cases: (shell: Shell) => void): void {
  describe.skipIf(inject('shells')[name] === null)(`${title}, ${name}`, () => cases(shellNamed(name)))
}

/** Declares the same cases for both shells. */
export function inEachShell(title: string, cases: (shell: Shell) => void): void {
  inShell('electron', title, cases)
  inShell('browser', title, cases)
}

/** Declares cases of what the page does by itself, in whatever shell it is: in the browser, where it can be had. */
export function inOneShell(title: string, cases: (shell: Shell) => void): void {
  inShell(inject('shells').browser ? 'browser' : 'electron', title, cases)
}
