import { screen, type BrowserWindow } from 'electron'
import { movedTo, nextDisplay, tiledOver } from './display-boxes'
import { giveBox } from './window-place'

const displayOf = (window: BrowserWindow) => screen.getDisplayMatching(window.getBounds())

/** Moves a window to the next display, where it fills the display if it did. @returns false when there is one display */
export function moveToNextDisplay(window: BrowserWindow): boolean {
  const from = displayOf(window)
  const to = nextDisplay(screen.getAllDisplays(), from.id)
  if (!to) return false
  const move = () => giveBox(window, movedTo(window.getNormalBounds(), from.workArea, to.workArea))
  if (window.isFullScreen()) {
    window.once('leave-full-screen', () => {
      move()
      window.setFullScreen(true)
    })
    window.setFullScreen(false)
  } else if (window.isMaximized()) {
    window.unmaximize()
    move()
    window.maximize()
  } else move()
  return true
}

/**
 * Lays the windows of phones side by side: over the display after the wall's, else over its own.
 * @returns false when there are none
 */
export function tileWindows(phones: readonly BrowserWindow[], wall: BrowserWindow): boolean {
  const own = displayOf(wall)
  const { workArea } = nextDisplay(screen.getAllDisplays(), own.id) ?? own
  const boxes = tiledOver(workArea, phones.length)
  for (const [at, window] of phones.entries()) {
    if (window.isFullScreen()) window.setFullScreen(false)
    if (window.isMaximized()) window.unmaximize()
    if (window.isMinimized()) window.restore()
    const box = boxes[at]
    if (box) giveBox(window, box)
    window.moveTop()
  }
  return phones.length > 0
}
