import type { Picture } from '../picture'

/** A picture in shades of gray, 0 to 255. */
export interface Shades {
  width: number
  height: number
  shades: Float32Array
}

/** Turns a picture gray. */
export function shadesOf({ width, height, rgba }: Picture): Shades {
  const shades = new Float32Array(width * height)
  for (let at = 0, byte = 0; at < shades.length; at += 1, byte += 4)
    shades[at] = 0.299 * (rgba[byte] ?? 0) + 0.587 * (rgba[byte + 1] ?? 0) + 0.114 * (rgba[byte + 2] ?? 0)
  return { width, height, shades }
}

/** Shrinks or grows a picture: each new pixel is the mean of those that it covers. */
export function resizeShades(gray: Shades, width: number, height: number): Shades {
  const shades = new Float32Array(width * height)
  const [stepX, stepY] = [gray.width / width, gray.height / height]
  for (let y = 0; y < height; y += 1) {
    const top = Math.floor(y * stepY)
    const bottom = Math.min(gray.height, Math.max(top + 1, Math.floor((y + 1) * stepY)))
    for (let x = 0; x < width; x += 1) {
      const left = Math.floor(x * stepX)
      const right = Math.min(gray.width, Math.max(left + 1, Math.floor((x + 1) * stepX)))
      let sum = 0
      for (let row = top; row < bottom; row += 1)
        for (let column = left; column < right; column += 1)
          sum += gray.shades[row * gray.width + column] ?? 0
      shades[y * width + x] = sum / ((bottom - top) * (right - left))
    }
  }
  return { width, height, shades }
}
