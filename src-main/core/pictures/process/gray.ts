import type { Picture } from './picture'

/** A picture of brightnesses, 0 to 255, row by row. */
export interface Gray<Data = Uint8Array> {
  readonly width: number
  readonly height: number
  readonly data: Data
}

/** Turns a picture gray. */
export function grayOf({ width, height, rgba }: Picture): Gray {
  const data = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < data.length; at++, from += 4)
    data[at] = ((rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 150 + (rgba[from + 2] ?? 0) * 29) >> 8
  return { width, height, data }
}

/** Halves a picture: each new pixel is the mean of four, in whole numbers. */
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
