import { keptWithin, type Box } from './window-place'

/** A phone's window is about twice as high as wide. */
const shape = 0.5
/** So much of a display a new wall takes at most, so that it can be seen to be another. */
const mostOfArea = 0.8
const besidePx = 48

/** Returns the display after the one that a window is on, from left to right, top to bottom; null when there is one. */
export function nextDisplay<Display extends { id: number; bounds: Box }>(
  displays: readonly Display[],
  current: number,
): Display | null {
  const inOrder = displays.toSorted((a, b) => a.bounds.x - b.bounds.x || a.bounds.y - b.bounds.y)
  const at = inOrder.findIndex(({ id }) => id === current)
  return inOrder.length > 1 ? (inOrder[(at + 1) % inOrder.length] ?? null) : null
}

/** Moves a box from one area to the same place in another, as far as that has room. */
export function movedTo(box: Box, from: Box, to: Box): Box {
  return keptWithin({ ...box, x: to.x + box.x - from.x, y: to.y + box.y - from.y }, to)
}

/**
 * Places a new window: a little below and beside the corner of another, and smaller than the area.
 * @param others the windows that are open: where one has that corner already, the new one goes a step further
 */
export function besideCorner(
  size: Pick<Box, 'width' | 'height'>,
  from: Box,
  area: Box,
  others: readonly Box[] = [],
): Box {
  const corner = { ...from, x: from.x + besidePx, y: from.y + besidePx }
  const box = keptWithin(
    {
      ...corner,
      width: Math.min(size.width, Math.floor(area.width * mostOfArea)),
      height: Math.min(size.height, Math.floor(area.height * mostOfArea)),
    },
    area,
  )
  // A window manager moves a window by the width of its frame.
  const isCovered = others.some(
    (other) => Math.abs(other.x - box.x) < besidePx && Math.abs(other.y - box.y) < besidePx,
  )
  const hasRoom = box.x === corner.x && box.y === corner.y
  return isCovered && hasRoom ? besideCorner(size, corner, area, others) : box
}

/** Divides an area among so many windows of phones, row by row, so that each shows its phone as large as possible. */
export function tiledOver(area: Box, count: number): Box[] {
  const sizeOf = (columns: number) => {
    const rows = Math.ceil(count / columns)
    return { width: Math.floor(area.width / columns), height: Math.floor(area.height / rows) }
  }
  const shownWidth = (columns: number) => {
    const { width, height } = sizeOf(columns)
    return Math.min(width, height * shape)
  }
  const columns = Array.from({ length: count }, (_, at) => at + 1).reduce(
    (best, next) => (shownWidth(next) > shownWidth(best) ? next : best),
    1,
  )
  const { width, height } = sizeOf(columns)
  return Array.from({ length: count }, (_, at) => ({
    x: area.x + (at % columns) * width,
    y: area.y + Math.floor(at / columns) * height,
    width,
    height,
  }))
}
