import { BrowserWindow, Notification } from 'electron'
import { formatDesktopText, type DesktopTexts } from '../../src-shared/bridge/desktop-texts'
import type { UploadsSum } from '../../src-shared/features/upload-state'
import { nothingUnfinished, type Unfinished } from '../core/feature/feature'
import type { FlowRunState } from '../../src-shared/features/flows-state'
import type { Watch } from '../../src-shared/features/screens-state'
import { createEndCount, progressOf, type DesktopProgress, type EndedUploads } from './desktop-progress'
import { bringToFront } from './windows'

/** Shows upload progress and notifications on the desktop, from the core's own state: they also work while a page hangs. */
export interface Desktop {
  /** Counts nothing until the app has opened. */
  unfinished: () => Unfinished
  /** The names of the phones that are recorded; none until the app has opened. */
  recordedPhones: () => readonly string[]
  /** Whether the settings allow notifications. */
  mayNotify: () => boolean
  /** Null until the page has sent them. */
  words: DesktopTexts | null
  show(sum: UploadsSum): void
  /** Tells what a watch has seen. @param open brings the phone's window to the front, after a click */
  showWatched(watch: Watch, open: () => void): void
  /** Counts what came of a run while no window is in front. @param open brings the run to the front, after a click */
  showFlowsEnded(run: Pick<FlowRunState, 'phones'>, open: () => void): void
}

const flowTexts = { passed: 'flowsPassed', failed: 'flowsFailed', stopped: 'flowsStopped' } as const

export function createDesktop(wall: BrowserWindow): Desktop {
  const ends = createEndCount()
  let shown: DesktopProgress = { share: -1, mode: 'none' }
  // Kept so that none is collected before a click.
  const notifications = new Set<Notification>()
  const showNotification = (notification: Notification, onClick: () => void) => {
    notifications.add(notification)
    notification.on('click', () => {
      if (!wall.isDestroyed()) onClick()
    })
    notification.on('close', () => notifications.delete(notification))
    notification.show()
  }

  const showProgress = (next: DesktopProgress) => {
    if (wall.isDestroyed() || (next.share === shown.share && next.mode === shown.mode)) return
    shown = next
    wall.setProgressBar(next.share, { mode: next.mode })
  }
  const notify = (words: DesktopTexts, { arrived, failed }: EndedUploads) => {
    const body = [
      arrived > 0 ? formatDesktopText(words, 'arrived', { n: arrived }) : '',
      failed > 0 ? formatDesktopText(words, arrived > 0 ? 'someFailed' : 'failed', { n: failed }) : '',
    ]
    const title = formatDesktopText(words, 'ended')
    showNotification(new Notification({ title, body: body.join('') }), () => bringToFront(wall))
  }

  const isAway = () => BrowserWindow.getFocusedWindow() === null
  const mayShow = () => desktop.mayNotify() && Notification.isSupported()

  const desktop: Desktop = {
    unfinished: () => nothingUnfinished,
    recordedPhones: () => [],
    mayNotify: () => true,
    words: null,
    showWatched({ phone, waitsFor }, open) {
      const { words } = desktop
      if (!words || !mayShow()) return
      const body =
        waitsFor.kind === 'text'
          ? formatDesktopText(words, 'watchedText', { text: waitsFor.text })
          : formatDesktopText(words, waitsFor.kind === 'still' ? 'watchedStill' : 'watchedChange')
      showNotification(new Notification({ title: phone, body }), open)
    },
    showFlowsEnded({ phones }, open) {
      const { words } = desktop
      if (!words || !isAway() || !mayShow()) return
      const body = (['passed', 'failed', 'stopped'] as const).flatMap((verdict) => {
        const n = phones.reduce((sum, { counts }) => sum + counts[verdict], 0)
        return n > 0 ? formatDesktopText(words, flowTexts[verdict], { n }) : []
      })
      const title = formatDesktopText(words, 'flowsEnded')
      showNotification(new Notification({ title, body: body.join(', ') }), open)
    },
    show(next) {
      const ended = ends.take(next)
      showProgress(progressOf(next, ends.count))
      const isNews = ended !== null && ended.arrived + ended.failed > 0
      if (isNews && isAway() && desktop.words && mayShow()) notify(desktop.words, ended)
    },
  }
  return desktop
}
