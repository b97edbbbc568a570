import { app as electron, dialog, type BrowserWindow } from 'electron'
import { formatDesktopText, type DesktopTexts } from '../../src-shared/bridge/desktop-texts'
import type { Clock } from '../core/time/clock'
import { createCrashLimit } from './crash-limit'
import { describeFailedStart } from './start-texts'

/** Reloads pages that crash; asks the user first when a page keeps crashing. */
export interface CrashRecovery {
  /** @param leave the text of the dialog's button that closes the window */
  watch(window: BrowserWindow, leave: 'leave' | 'closeWindow'): void
  /** Returns true once if the window's page was loaded after a crash. */
  takeCrashed(window: BrowserWindow): boolean
}

export interface CrashRecoveryOptions {
  clock: Pick<Clock, 'monotonic'>
  /** Null until the page has sent them. */
  words: () => DesktopTexts | null
  /** @param reason as Electron names it */
  onCrash: (reason: string) => void
}

export function createCrashRecovery({ clock, words, onCrash }: CrashRecoveryOptions): CrashRecovery {
  const crashed = new WeakSet<BrowserWindow>()

  const ask = async (window: BrowserWindow, leave: 'leave' | 'closeWindow') => {
    const known = words()
    if (!known) {
      const { message, detail } = describeFailedStart('crashing', electron.getPreferredSystemLanguages())
      dialog.showErrorBox(message, detail)
      electron.exit(1)
      return
    }
    const [reload, close] = [0, 1]
    window.show()
    // A page that loads for any other reason dismisses the question.
    const loading = new AbortController()
    window.webContents.once('did-start-loading', () => loading.abort())
    const { response } = await dialog.showMessageBox(window, {
      signal: loading.signal,
      type: 'error',
      message: formatDesktopText(known, 'crashed'),
      detail: formatDesktopText(known, 'crashedAbout'),
      buttons: [formatDesktopText(known, 'reload'), formatDesktopText(known, leave)],
      defaultId: reload,
      cancelId: reload,
      noLink: true,
    })
    if (window.isDestroyed() || !window.webContents.isCrashed()) return
    if (response === close) window.close()
    else window.webContents.reload()
  }

  return {
    watch(window, leave) {
      const mayReload = createCrashLimit(clock)
      window.webContents.on('render-process-gone', (_event, { reason }) => {
        onCrash(reason)
        // Electron cleans up the old page only after this event.
        setImmediate(() => {
          if (window.isDestroyed() || !window.webContents.isCrashed()) return
          crashed.add(window)
          if (mayReload()) reloadIfCrashed(window)
          else void ask(window, leave)
        })
      })
    },
    takeCrashed: (window) => crashed.delete(window),
  }
}

/** Reloads the window's page if it has crashed. */
export function reloadIfCrashed({ webContents }: BrowserWindow): void {
  if (webContents.isCrashed()) webContents.reload()
}
