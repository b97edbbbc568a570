import type { Size } from '../../src-shared/protocol/device'

/** Space around the screen in a phone's own window, in CSS px. */
const around: Size = { width: 6, height: 82 }

const unknownScreen: Size = { width: 750, height: 1334 }
const mostShare = 0.85
const mostHeight = 900
const leastWidth = 280

/** Returns the scale of a screen in a page of this size, in CSS px per pixel of the screen. */
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
 * Returns the size of a phone's own window, in CSS px: the phone's proportions, in most of the display.
 * @param snapshot the size of the phone's screen; null while unknown
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
 * Returns the size of such a window after the phone has turned, in CSS px: at the same scale if that fits.
 * @param scale the scale before (`scaleIn`)
 * @param most the largest size that fits the display
 */
export function turnedWindowSize(scale: number, snapshot: Size, most: Size): Size {
  return roomAt(Math.min(scale, scaleIn(most, snapshot)), snapshot)
}
