import type { Size } from '../../src-shared/protocol/device'

/** What stands around the screen in a phone's own window, in CSS px. */
const around: Size = { width: 6, height: 46 }

const unknownScreen: Size = { width: 750, height: 1334 }
const mostShare = 0.85
const mostHeight = 900
const leastWidth = 280

/**
 * The room of the page that shows a phone alone, in CSS px: the phone's own proportions, in most of the display.
 * @param snapshot the size of the phone's screen; null while not known
 */
export function ownWindowSize(
  snapshot: Size | null,
  display: { readonly availWidth: number; readonly availHeight: number },
): Size {
  const { width, height } = snapshot ?? unknownScreen
  const room = {
    width: display.availWidth * mostShare - around.width,
    height: Math.min(mostHeight, display.availHeight * mostShare) - around.height,
  }
  const scale = Math.min(room.width / width, room.height / height)
  return {
    width: Math.max(leastWidth, Math.round(width * scale) + around.width),
    height: Math.round(height * scale) + around.height,
  }
}
