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

/**
 * Gives a window a box. Windows first scales a size by the display that the window comes from, so that between displays of
 * different scales only a second time makes it right.
 */
export function giveBox(window: { setBounds(box: Box): void; getBounds(): Box }, box: Box): void {
  window.setBounds(box)
  const { width, height } = window.getBounds()
  if (width !== box.width || height !== box.height) window.setBounds(box)
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
