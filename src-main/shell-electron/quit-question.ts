import { app as electron, dialog, type BrowserWindow } from 'electron'
import { sayOnDesktop, type DesktopWords } from '../../src-shared/bridge/desktop-words'
import { underWayOf } from '../../src-shared/bridge/transfer-state'
import type { Desktop } from './desktop'
import { reviveCrashed } from './revival'

/**
 * Asks before the program ends, or its wall closes, while files are on their way, or work on phones is not over. The desktop's own dialog asks, so that it does
 * also where the page hangs.
 */
export function askBeforeQuit(wall: BrowserWindow, desktop: Desktop): void {
  const [quit, stay] = [0, 1]
  let isAsking = false
  let mayQuit = false

  const isBusy = () => underWayOf(desktop.sum) + desktop.stepsLeft() > 0
  const whatIsLeft = (words: DesktopWords) => {
    const [files, steps] = [underWayOf(desktop.sum), desktop.stepsLeft()]
    return [
      ...(files > 0 ? [sayOnDesktop(words, 'quitTitle', { n: files })] : []),
      ...(steps > 0 ? [sayOnDesktop(words, 'quitSteps', { n: steps })] : []),
    ].join(' ')
  }
  const ask = async () => {
    const { words } = desktop
    if (!words) return quit
    const n = underWayOf(desktop.sum) + desktop.stepsLeft()
    const { response } = await dialog.showMessageBox(wall, {
      type: 'question',
      message: whatIsLeft(words),
      detail: sayOnDesktop(words, 'quitAbout', { n }),
      buttons: [sayOnDesktop(words, 'quit', { n }), sayOnDesktop(words, 'stay')],
      defaultId: stay,
      cancelId: stay,
      noLink: true,
    })
    return response
  }
  const hold = (event: { preventDefault(): void }) => {
    if (mayQuit || !isBusy()) return
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
