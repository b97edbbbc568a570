import { BrowserWindow, Notification } from 'electron'
import type { DesktopTexts } from '../../src-shared/bridge/desktop-texts'
import type { NewsGroup, NewsTarget, SaidText } from '../../src-shared/features/news-state'
import { createNewsTeller, type NewsTeller, type ShownNotice } from '../../src-shared/features/tell-news'
import type { UploadsSum } from '../../src-shared/features/upload-state'
import { nothingUnfinished, type Unfinished } from '../core/feature/feature'
import { isAway } from './is-away'
import { createEndCount, progressOf, type DesktopProgress, type EndedUploads } from './desktop-progress'

/** Shows upload progress and news on the desktop, from the core's own state: they also work while a page hangs. */
export interface Desktop extends NewsTeller {
  /** Counts nothing until the app has opened. */
  unfinished: () => Unfinished
  /** The names of the phones that are recorded; none until the app has opened. */
  recordedPhones: () => readonly string[]
  /** Whether the settings allow such news. */
  mayTell: (group: NewsGroup) => boolean
  /** Null until the page has sent them. */
  words: DesktopTexts | null
  /** @param open shows what news lead to, after a click */
  show(sum: UploadsSum, open: (target: NewsTarget | null) => void): void
}

export function createDesktop(wall: BrowserWindow): Desktop {
  const ends = createEndCount()
  let shown: DesktopProgress = { share: -1, mode: 'none' }
  // Kept so that none is collected before a click.
  const notifications = new Set<Notification>()
  const showNotice = ({ title, body, onClick }: ShownNotice) => {
    const notification = new Notification({ title, body })
    notifications.add(notification)
    notification.on('click', () => {
      if (!wall.isDestroyed()) onClick()
    })
    notification.on('close', () => notifications.delete(notification))
    // macOS shows none of a program without a signature.
    notification.on('failed', () => notifications.delete(notification))
    notification.show()
    return () => notification.close()
  }
  const showProgress = (next: DesktopProgress) => {
    if (wall.isDestroyed() || (next.share === shown.share && next.mode === shown.mode)) return
    shown = next
    wall.setProgressBar(next.share, { mode: next.mode })
  }
  const teller = createNewsTeller({
    words: () => desktop.words,
    isAway: () => isAway(BrowserWindow.getFocusedWindow()),
    mayTell: (group) => desktop.mayTell(group) && Notification.isSupported(),
    show: showNotice,
  })

  const desktop: Desktop = {
    ...teller,
    unfinished: () => nothingUnfinished,
    recordedPhones: () => [],
    mayTell: () => true,
    words: null,
    show(next, open) {
      const ended = ends.take(next)
      showProgress(progressOf(next, ends.count))
      if (!ended || ended.arrived + ended.failed === 0) return
      const target = { kind: 'command', id: 'work.uploads' } as const
      const title = { text: 'ended' } as const
      teller.tell([{ group: 'uploads', title, body: bodyOf(ended), target, isKept: false }], open)
    },
  }
  return desktop
}

function bodyOf({ arrived, failed }: EndedUploads): SaidText[] {
  const text = arrived > 0 ? 'someFailed' : 'failed'
  return [
    ...(arrived > 0 ? [{ text: 'arrived' as const, values: { n: arrived } }] : []),
    ...(failed > 0 ? [{ text, values: { n: failed } } as const] : []),
  ]
}
