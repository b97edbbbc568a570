import type { Size } from '../../src-shared/protocol/device'

/** What stands around the screen in a phone's own window, in CSS px. */
const around: Size = { width: 6, height: 46 }

const unknownScreen: Size = { width: 750, height: 1334 }
const mostShare = 0.85
const mostHeight = 900
const leastWidth = 280

/** How large a screen of this size is shown where the page has this room, in CSS px for each of its pixels. */
export function scaleIn(room: Size, snapshot: Size): number {
  return Math.min(
    (room.width - around.width) / snapshot.width,
    (room.height - around.height) / snapshot.height,
  )
}

const roomAt = (scale: number, { width, height }: Size): Size => ({
  width: Math.max(leastWidth, Math.round(width * scale) + around.width),
  height: Math.round(height * scale) + around.height,
})

/**
 * The room of the page that shows a phone alone, in CSS px: the phone's own proportions, in most of the display.
 * @param snapshot the size of the phone's screen; null while not known
 */
export function ownWindowSize(
  snapshot: Size | null,
  display: { readonly availWidth: number; readonly availHeight: number },
): Size {
  const screen = snapshot ?? unknownScreen
  const most = {
    width: display.availWidth * mostShare,
    height: Math.min(mostHeight, display.availHeight * mostShare),
  }
  return roomAt(scaleIn(most, screen), screen)
}

/**
 * The room of such a page for a phone that has turned, in CSS px: its screen as large as it was, or as there is room for.
 * @param scale how large it was (`scaleIn`)
 * @param most what the display has room for
 */
export function turnedWindowSize(scale: number, snapshot: Size, most: Size): Size {
  return roomAt(Math.min(scale, scaleIn(most, snapshot)), snapshot)
}
