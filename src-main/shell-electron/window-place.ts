/** Where a window stands, and whether it is spread over its display. In device-independent px. */
export interface WindowPlace extends Box {
  spread: 'none' | 'maximized' | 'full-screen'
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A display, and what of it is free for windows. */
export interface DisplayRoom {
  bounds: Box
  workArea: Box
}

// So much of the upper edge a hand needs to take a window by.
const gripWidth = 96
const gripHeight = 24

/** Names an arrangement of displays: plugging one in and out again leads back to the same. */
export function arrangementOf(displays: readonly DisplayRoom[]): string {
  const boxes = displays.map(({ bounds: { x, y, width, height } }) => `${width}x${height}+${x}+${y}`)
  return boxes.sort().join(' ')
}

const overlap = (from: number, size: number, otherFrom: number, otherSize: number) =>
  Math.min(from + size, otherFrom + otherSize) - Math.max(from, otherFrom)

/** Whether the window's upper edge can be taken hold of on this display. */
function canBeTaken({ x, y, width }: Box, { workArea }: DisplayRoom): boolean {
  const across = overlap(x, width, workArea.x, workArea.width)
  const down = overlap(y, gripHeight, workArea.y, workArea.height)
  return across >= Math.min(gripWidth, width) && down >= gripHeight
}

/** The size, no larger than the display has room for, in the middle of it. */
export function inTheMiddle(
  { width, height }: Pick<Box, 'width' | 'height'>,
  { workArea }: DisplayRoom,
): Box {
  const size = { width: Math.min(width, workArea.width), height: Math.min(height, workArea.height) }
  return {
    x: Math.round(workArea.x + (workArea.width - size.width) / 2),
    y: Math.round(workArea.y + (workArea.height - size.height) / 2),
    ...size,
  }
}

/** The box, no larger than the display has room for, and moved by as little as brings it into that whole. */
export function keptWithin(box: Box, { workArea }: DisplayRoom): Box {
  const width = Math.min(box.width, workArea.width)
  const height = Math.min(box.height, workArea.height)
  return {
    x: Math.max(workArea.x, Math.min(box.x, workArea.x + workArea.width - width)),
    y: Math.max(workArea.y, Math.min(box.y, workArea.y + workArea.height - height)),
    width,
    height,
  }
}

/**
 * A place where the window can be seen and taken hold of: itself, or the middle of the first display where none shows it.
 * @param displays the primary one first; at least one
 */
export function broughtBack(
  place: WindowPlace,
  displays: readonly [DisplayRoom, ...DisplayRoom[]],
): WindowPlace {
  const room = displays.find((display) => canBeTaken(place, display))
  if (!room) return { ...inTheMiddle(place, displays[0]), spread: place.spread }
  return {
    ...place,
    width: Math.min(place.width, room.workArea.width),
    height: Math.min(place.height, room.workArea.height),
  }
}
