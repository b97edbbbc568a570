import type { Size } from '../../src-shared/protocol/device'
import {
  fitHeight,
  layoutEvenRows,
  rowHeight,
  tileGap,
  tileHeader,
  tileWidth,
  uprightAspect,
  wallPadding,
} from '../../src-renderer/base/wall-layout'
import { largestTile, smallestTile } from '../../src-shared/features/preferences-state'

/** The box of a phone's screen in the window, in CSS px. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The height of the app's bar above the wall, in CSS px. */
const barHeight = 44

/** Returns the app's boxes for a wall that fits the window, for a page without a layout of its own. */
export function fitBoxes(count: number, frame: Size, window: Size): Box[] {
  const inner = { width: window.width - 2 * wallPadding, height: window.height - barHeight - 2 * wallPadding }
  const aspects = Array.from({ length: count }, () => uprightAspect(frame))
  const height = fitHeight(aspects, inner, smallestTile, largestTile)
  const rows = layoutEvenRows(aspects, height, inner.width)
  const width = tileWidth(uprightAspect(frame), height)
  return rows.flatMap(({ start, end }, row) =>
    Array.from({ length: end - start }, (_, column) => ({
      left: wallPadding + column * (width + tileGap),
      top: barHeight + wallPadding + tileHeader + row * rowHeight(height),
      width,
      height,
    })),
  )
}
