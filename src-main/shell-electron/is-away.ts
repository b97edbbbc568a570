import type { BrowserWindow } from 'electron'

/** Whether no window is in front of the person. A minimised one may count as focused: on X11 it keeps the focus. */
export const isAway = (focused: Pick<BrowserWindow, 'isMinimized' | 'isVisible'> | null): boolean =>
  focused === null || focused.isMinimized() || !focused.isVisible()
