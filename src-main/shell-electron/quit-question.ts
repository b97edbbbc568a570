import { app as electron, dialog, type BrowserWindow } from 'electron'
import { formatDesktopText } from '../../src-shared/bridge/desktop-texts'
import { underWayOf } from '../../src-shared/bridge/upload-state'
import type { Desktop } from './desktop'
import { reviveCrashed } from './revival'

/**
 * Asks before the program ends, or its wall closes, while files are on their way, work on phones is not over, or what was done by hand still waits on phones.
 * The desktop's own dialog asks, so that it does also where the page hangs.
 */
export function askBeforeQuit(wall: BrowserWindow, desktop: Desktop): void {
  const [quit, stay] = [0, 1]
  let isAsking = false
  let mayQuit = false

  /** What is not over, and how many of it. */
  const left = () => {
    const counts = [
      ['quitTitle', underWayOf(desktop.sum)],
      ['quitTasks', desktop.stepsLeft()],
      ['quitInputs', desktop.waitingPhones()],
    ] as const
    return counts.filter(([, n]) => n > 0)
  }
  const ask = async () => {
    const { words } = desktop
    if (!words) return quit
    const all = left()
    // What waits on one phone may be several things.
    const n = all.reduce((sum, [text, count]) => sum + (text === 'quitInputs' ? 2 : count), 0)
    const { response } = await dialog.showMessageBox(wall, {
      type: 'question',
      message: all.map(([text, count]) => formatDesktopText(words, text, { n: count })).join(' '),
      detail: formatDesktopText(words, 'quitAbout', { n }),
      buttons: [formatDesktopText(words, 'quit', { n }), formatDesktopText(words, 'stay')],
      defaultId: stay,
      cancelId: stay,
      noLink: true,
    })
    return response
  }
  const hold = (event: { preventDefault(): void }) => {
    if (mayQuit || left().length === 0) return
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    void ask()
      .then((response) => {
        mayQuit = response === quit
        if (mayQuit) electron.quit()
        else reviveCrashed(wall)
      })
      .finally(() => (isAsking = false))
  }
  electron.on('before-quit', hold)
  wall.on('close', hold)
}
