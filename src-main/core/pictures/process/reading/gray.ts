/** A picture of brightnesses, 0 to 255, row by row. */
export interface Gray {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Returns the brightness of RGBA pixels. */
export function grayOf(rgba: Uint8ClampedArray, width: number, height: number): Gray {
  const data = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < data.length; at++, from += 4)
    data[at] = ((rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 150 + (rgba[from + 2] ?? 0) * 29) >> 8
  return { width, height, data }
}

/** Returns a picture of half the size, each pixel the mean of four. */
export function halved({ width, height, data }: Gray): Gray {
  const [w, h] = [width >> 1, height >> 1]
  const half = new Uint8Array(w * h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const at = 2 * y * width + 2 * x
      const above = (data[at] ?? 0) + (data[at + 1] ?? 0)
      const below = (data[at + width] ?? 0) + (data[at + width + 1] ?? 0)
      half[y * w + x] = (above + below) >> 2
    }
  }
  return { width: w, height: h, data: half }
}
