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
