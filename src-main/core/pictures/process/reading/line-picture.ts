import type { LinePlace } from './find-lines'
import type { Gray } from '../gray'

/** White around the letters, in heights of the line. */
const MARGIN = 0.2

/** A line as the engine reads it best: black on white, alone, and where it lies on the screen. */
export interface LinePicture {
  gray: Gray
  left: number
  top: number
}

/**
 * Cuts a line out of a screen and makes it black on white.
 * @param surface what lies behind the text, at half the screen's size
 */
export function linePicture(screen: Gray, surface: Gray, line: LinePlace): LinePicture {
  const edge = 2
  const margin = Math.round(line.height * MARGIN) + 4
  const sign = line.light ? 1 : -1
  const width = line.width + 2 * margin
  const height = line.height + 2 * margin
  const data = new Uint8Array(width * height)
  let strongest = 1
  for (let y = margin - edge; y < height - margin + edge; y++) {
    const row = line.top - margin + y
    if (row < 0 || row >= screen.height) continue
    for (let x = margin - edge; x < width - margin + edge; x++) {
      const column = line.left - margin + x
      if (column < 0 || column >= screen.width) continue
      const behind = surface.data[(row >> 1) * surface.width + (column >> 1)] ?? 0
      const ink = Math.max(0, sign * ((screen.data[row * screen.width + column] ?? 0) - behind))
      data[y * width + x] = ink
      strongest = Math.max(strongest, ink)
    }
  }
  const gray = { width, height, data: data.map((ink) => 255 - (ink * 255) / strongest) }
  return { gray, left: line.left - margin, top: line.top - margin }
}
