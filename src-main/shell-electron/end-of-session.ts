import { app as electron, powerMonitor, type BrowserWindow } from 'electron'

// Within the 3 s that the program may take, this is left to its windows.
const quitMs = 2000

/** Whether the system ends the program: the user is not asked then. */
export interface EndOfSession {
  readonly hasCome: boolean
}

/**
 * Quits on a signal, at logout and at shutdown, without a question. Kills the process if it has not ended after 2 s. Call it once
 * Electron is ready: before that, Electron's own handlers would replace these.
 * @param onEnd called first, once
 */
export function watchEndOfSession(onEnd: () => void): EndOfSession {
  let hasCome = false
  const end = () => {
    if (hasCome) return
    hasCome = true
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), quitMs)
    onEnd()
    electron.quit()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
  powerMonitor.on('shutdown', end)
  // Windows names the end of a session to each window.
  electron.on('browser-window-created', (_event, window: BrowserWindow) => window.on('session-end', end))
  return {
    get hasCome() {
      return hasCome
    },
  }
}
