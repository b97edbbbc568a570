import type { Gray } from '../gray'

/** Half of the window's sides. Wide and low, so that the lettering of a button is still mostly button. */
const ACROSS = 20
const DOWN = 4

/** Brightnesses are told apart in steps of this many bits. */
const STEP = 2

/**
 * Returns what lies behind the text of a picture: for each pixel the median of those around it, as letters cover less
 * than half of any place.
 */
export function surfaceOf({ width, height, data }: Gray): Gray {
  const surface = new Uint8Array(data.length)
  const counts = new Uint16Array(256 >> STEP)
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - DOWN)
    const bottom = Math.min(height - 1, y + DOWN)
    counts.fill(0)
    let [total, below, level] = [0, 0, 0]
    const count = (x: number, by: 1 | -1) => {
      for (let at = top * width + x; at <= bottom * width + x; at += width) {
        const value = (data[at] ?? 0) >> STEP
        counts[value] = (counts[value] ?? 0) + by
        if (value < level) below += by
        total += by
      }
    }
    for (let x = 0; x < Math.min(ACROSS, width); x++) count(x, 1)
    for (let x = 0; x < width; x++) {
      if (x + ACROSS < width) count(x + ACROSS, 1)
      if (x - ACROSS > 0) count(x - ACROSS - 1, -1)
      const half = total >> 1
      while (below > half) below -= counts[--level] ?? 0
      while (below + (counts[level] ?? 0) <= half) below += counts[level++] ?? 0
      surface[y * width + x] = (level << STEP) + (1 << (STEP - 1))
    }
  }
  return { width, height, data: surface }
}

/** Returns how much darker, or lighter, each pixel is than its surface; 0 where it is not. */
export function strokesOf({ width, height, data }: Gray, surface: Gray, light: boolean): Gray {
  const sign = light ? 1 : -1
  return {
    width,
    height,
    data: data.map((value, at) => Math.max(0, sign * (value - (surface.data[at] ?? 0)))),
  }
}
