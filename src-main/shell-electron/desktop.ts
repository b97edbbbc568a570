import { BrowserWindow, Notification } from 'electron'
import { formatDesktopText, type DesktopTexts } from '../../src-shared/bridge/desktop-texts'
import { noUploadsSum, type UploadsSum } from '../../src-shared/bridge/upload-state'
import { createEndCount, progressOf, type DesktopProgress, type EndedTransfers } from './desktop-progress'
import { bringToFront } from './windows'

/** What the desktop shows of the transfers around our windows, and says of what is not over: from the core's own state, so that it holds while a page hangs or is away. */
export interface Desktop {
  /** How the transfers are. */
  readonly sum: UploadsSum
  /** How many steps of work on phones are not over; none before the program is open. */
  stepsLeft: () => number
  /** On how many phones something that was done by hand still waits; none before the program is open. */
  waitingPhones: () => number
  /** Null before the page has told them. */
  words: DesktopTexts | null
  show(sum: UploadsSum): void
}

export function createDesktop(wall: BrowserWindow): Desktop {
  const ends = createEndCount()
  let sum = noUploadsSum
  let shown: DesktopProgress = { share: -1, mode: 'none' }
  // One that nothing refers to may be gone before it is clicked.
  let notification: Notification | null = null

  const showProgress = (next: DesktopProgress) => {
    if (wall.isDestroyed() || (next.share === shown.share && next.mode === shown.mode)) return
    shown = next
    wall.setProgressBar(next.share, { mode: next.mode })
  }
  const notify = (words: DesktopTexts, { arrived, failed }: EndedTransfers) => {
    const body = [
      arrived > 0 ? formatDesktopText(words, 'arrived', { n: arrived }) : '',
      failed > 0 ? formatDesktopText(words, arrived > 0 ? 'someFailed' : 'failed', { n: failed }) : '',
    ]
    notification = new Notification({ title: formatDesktopText(words, 'ended'), body: body.join('') })
    notification.on('click', () => {
      if (!wall.isDestroyed()) bringToFront(wall)
    })
    notification.show()
  }

  const desktop: Desktop = {
    get sum() {
      return sum
    },
    stepsLeft: () => 0,
    waitingPhones: () => 0,
    words: null,
    show(next) {
      sum = next
      const ended = ends.take(next)
      showProgress(progressOf(next, ends.count))
      const isAway = BrowserWindow.getFocusedWindow() === null
      const isNews = ended !== null && ended.arrived + ended.failed > 0
      if (isNews && isAway && desktop.words && Notification.isSupported()) notify(desktop.words, ended)
    },
  }
  return desktop
}
