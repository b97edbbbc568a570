/** A part of the screen, in snapshot pixels. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Returns the box's middle, in whole pixels. */
export const middleOf = ({ left, top, width, height }: Box) => ({
  x: Math.round(left + width / 2),
  y: Math.round(top + height / 2),
})

// Text is read a little differently in each frame.
const samePlaceWithin = 0.25

/** Whether two boxes of one thing lie at one place, as nearly as text is read. */
export const isAtSamePlace = (a: Box, b: Box): boolean => {
  const [first, second] = [middleOf(a), middleOf(b)]
  const near = Math.max(2, samePlaceWithin * Math.min(a.height, b.height))
  return Math.abs(first.x - second.x) <= near && Math.abs(first.y - second.y) <= near
}
