import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Size } from '../../../src-shared/protocol/device'

/** RGBA. */
export interface Pixels extends Size {
  readonly data: Uint8ClampedArray
}

/** Decodes a JPEG with the canvas's decoder, libjpeg-turbo. */
export async function decodedElsewhere(jpeg: Uint8Array): Promise<Pixels> {
  const image = await loadImage(Buffer.from(jpeg))
  const ctx = createCanvas(image.width, image.height).getContext('2d')
  ctx.drawImage(image, 0, 0)
  return ctx.getImageData(0, 0, image.width, image.height)
}

/** One value of each pixel of a row or column, in turn the four channels' sum of weights. */
type Weights = readonly (readonly [index: number, weight: number])[]

function resampled(
  of: Pixels,
  size: Size,
  weightsOf: (at: number, from: number, to: number) => Weights,
): Pixels {
  const columns = Array.from({ length: size.width }, (_, x) => weightsOf(x, of.width, size.width))
  const rows = Array.from({ length: size.height }, (_, y) => weightsOf(y, of.height, size.height))
  const narrow = new Float64Array(size.width * of.height * 4)
  for (let y = 0; y < of.height; y += 1) {
    columns.forEach((weights, x) => {
      for (const [index, weight] of weights) {
        for (let c = 0; c < 4; c += 1) {
          const at = (y * size.width + x) * 4 + c
          narrow[at] = (narrow[at] ?? 0) + (of.data[(y * of.width + index) * 4 + c] ?? 0) * weight
        }
      }
    })
  }
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  rows.forEach((weights, y) => {
    for (let i = 0; i < size.width * 4; i += 1) {
      data[y * size.width * 4 + i] = weights.reduce(
        (sum, [index, weight]) => sum + (narrow[index * size.width * 4 + i] ?? 0) * weight,
        0,
      )
    }
  })
  return { ...size, data }
}

/** Each pixel the mean of the area that it covers. */
export function averaged(of: Pixels, size: Size): Pixels {
  return resampled(of, size, (at, from, to) => {
    const start = (at * from) / to
    const end = ((at + 1) * from) / to
    const weights: [number, number][] = []
    for (let i = Math.floor(start); i < Math.min(from, Math.ceil(end)); i += 1) {
      weights.push([i, (Math.min(i + 1, end) - Math.max(i, start)) / (end - start)])
    }
    return weights
  })
}

/** Each pixel from the four next ones, by the distance between the centres. */
export function interpolated(of: Pixels, size: Size): Pixels {
  return resampled(of, size, (at, from, to) => {
    const place = Math.min(from - 1, Math.max(0, ((at + 0.5) * from) / to - 0.5))
    const left = Math.floor(place)
    const share = place - left
    return [
      [left, 1 - share],
      [Math.min(left + 1, from - 1), share],
    ]
  })
}

/**
 * The picture at n/8 as a decoder of n by n coefficients has it (ITU T.81, A.3.3): of each block of 8 by 8 pixels the lowest
 * frequencies alone. Exact where colours have no coarser blocks and no pixel was clamped.
 */
export function lowFrequencies(of: Pixels, n: number): Pixels {
  // From 8 values to n: a cosine transform, cut, and back.
  const scale = (k: number) => (k === 0 ? Math.SQRT1_2 : 1)
  const basis = Array.from({ length: n }, (_, to) =>
    Array.from({ length: 8 }, (_, from) => {
      let sum = 0
      for (let k = 0; k < n; k += 1) {
        const wave = (at: number, size: number) => Math.cos(((2 * at + 1) * k * Math.PI) / (2 * size))
        sum += (scale(k) ** 2 * wave(to, n) * wave(from, 8)) / 4
      }
      return sum
    }),
  )
  const size = { width: (of.width * n) / 8, height: (of.height * n) / 8 }
  return resampled(of, size, (at) => {
    const block = Math.floor(at / n) * 8
    return (basis[at % n] ?? []).map((weight, i) => [block + i, weight])
  })
}

/** The picture of three planes, Cb and Cr of half the size (I420, full range BT.601, as JFIF has it). */
export function fromPlanes(planes: Uint8ClampedArray, { width, height }: Size): Pixels {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const plane = (start: number, { width, height }: Size): Pixels => {
    const values = planes.subarray(start, start + width * height)
    return {
      width,
      height,
      data: new Uint8ClampedArray(values.length * 4).map((_, i) => values[i >> 2] ?? 0),
    }
  }
  const area = width * height
  const light = plane(0, { width, height })
  const blueness = interpolated(plane(area, half), { width, height })
  const redness = interpolated(plane(area + half.width * half.height, half), { width, height })
  const data = new Uint8ClampedArray(area * 4)
  for (let i = 0; i < data.length; i += 4) {
    const y = light.data[i] ?? 0
    const cb = (blueness.data[i] ?? 0) - 128
    const cr = (redness.data[i] ?? 0) - 128
    data.set([y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb, 255], i)
  }
  return { width, height, data }
}

/** How far two pictures are apart, in levels of 255. */
export function difference(one: ArrayLike<number>, other: ArrayLike<number>): { most: number; mean: number } {
  let most = 0
  let sum = 0
  for (let i = 0; i < one.length; i += 1) {
    const apart = Math.abs((one[i] ?? 0) - (other[i] ?? Infinity))
    most = Math.max(most, apart)
    sum += apart
  }
  return { most, mean: sum / one.length }
}
