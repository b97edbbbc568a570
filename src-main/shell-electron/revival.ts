import { app as electron, dialog, type BrowserWindow } from 'electron'
import { formatDesktopText, type DesktopTexts } from '../../src-shared/bridge/desktop-texts'
import type { Clock } from '../core/base/clock'
import { createCrashLimit } from './crash-limit'

/** Loads the page of a window anew whose process has crashed; one that crashes again and again only when the person says so. */
export interface Revival {
  /** @param leave what the person is offered beside that */
  watch(window: BrowserWindow, leave: 'leave' | 'closeWindow'): void
  /** Whether the page of this window was loaded because the one before it had crashed; said once. */
  takeCrashed(window: BrowserWindow): boolean
}

export interface RevivalOptions {
  clock: Pick<Clock, 'monotonic'>
  /** Null before a page has told them. */
  words: () => DesktopTexts | null
  /** @param reason as Electron names it */
  onCrash: (reason: string) => void
}

export function createRevival({ clock, words, onCrash }: RevivalOptions): Revival {
  const crashed = new WeakSet<BrowserWindow>()

  const ask = async (window: BrowserWindow, leave: 'leave' | 'closeWindow') => {
    const known = words()
    if (!known) {
      dialog.showErrorBox('Fleetwall', 'Fleetwall could not start: its window has crashed again and again.')
      electron.exit(1)
      return
    }
    const [anew, away] = [0, 1]
    window.show()
    // A page that is loaded meanwhile, by whatever else, takes the question away.
    const loaded = new AbortController()
    window.webContents.once('did-start-loading', () => loaded.abort())
    const { response } = await dialog.showMessageBox(window, {
      signal: loaded.signal,
      type: 'error',
      message: formatDesktopText(known, 'crashed'),
      detail: formatDesktopText(known, 'crashedAbout'),
      buttons: [formatDesktopText(known, 'reload'), formatDesktopText(known, leave)],
      defaultId: anew,
      cancelId: anew,
      noLink: true,
    })
    if (window.isDestroyed() || !window.webContents.isCrashed()) return
    if (response === away) window.close()
    else window.webContents.reload()
  }

  return {
    watch(window, leave) {
      const limit = createCrashLimit(clock)
      window.webContents.on('render-process-gone', (_event, { reason }) => {
        onCrash(reason)
        // What is left of the page is put away only after this event.
        setImmediate(() => {
          if (window.isDestroyed() || !window.webContents.isCrashed()) return
          crashed.add(window)
          if (limit.crashed()) reviveCrashed(window)
          else void ask(window, leave)
        })
      })
    },
    takeCrashed: (window) => crashed.delete(window),
  }
}

/** Loads the page of the window anew, where it has crashed. */
export function reviveCrashed({ webContents }: BrowserWindow): void {
  if (webContents.isCrashed()) webContents.reload()
}
