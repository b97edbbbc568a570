/** A rectangle, in device-independent px. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The place of a window, and whether it fills its display. */
export interface WindowPlace extends Box {
  spread: 'none' | 'maximized' | 'full-screen'
}

/** Moves a box into an area, by as little as possible, and makes it no larger than the area. */
export function keptWithin(box: Box, area: Box): Box {
  const width = Math.min(box.width, area.width)
  const height = Math.min(box.height, area.height)
  return {
    x: Math.max(area.x, Math.min(box.x, area.x + area.width - width)),
    y: Math.max(area.y, Math.min(box.y, area.y + area.height - height)),
    width,
    height,
  }
}
