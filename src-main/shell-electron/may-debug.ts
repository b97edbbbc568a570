import { app } from 'electron'

// Replaced by the build: true for a packaged program that tests attach to.
declare const IS_TEST_BUILD: boolean

/** Whether developer tools and debuggers may attach; never to a shipped program. */
export const mayDebug = !app.isPackaged || IS_TEST_BUILD

// Chromium reads these after this module has run.
if (!mayDebug)
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address'])
    app.commandLine.removeSwitch(name)
