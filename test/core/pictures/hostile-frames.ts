import { createCanvas } from '@napi-rs/canvas'
import { fixture } from '../../renderer/jpeg/fixtures'

const startOfScan = Buffer.from([0xff, 0xda])

/** A legal frame of 4000 × 4000 px and some 100 kB with `scans` scans: a decoder goes through all its blocks for each. */
export function manyScans(scans: number): Buffer {
  const jpeg = Buffer.from(fixture('progressive'))
  const header = jpeg.indexOf(Buffer.from([0xff, 0xc2]))
  jpeg.writeUInt16BE(4000, header + 5)
  jpeg.writeUInt16BE(4000, header + 7)
  const last = jpeg.lastIndexOf(startOfScan)
  const scan = jpeg.subarray(last, -2)
  return Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: scans }, () => scan),
    jpeg.subarray(-2),
  ])
}

/** A phone's screen full of noise: ten thousands of shapes, none of them a letter. */
export function noise(width = 750, height = 1334, side = 3): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#000'
  let seed = 1
  for (let y = 0; y < height; y += 2 * side)
    for (let x = 0; x < width; x += 2 * side) {
      seed = (seed * 48_271) % 2_147_483_647
      const far = seed % (side + 1)
      context.fillRect(x + far, y, side, side + (seed % 5))
    }
  return canvas.toBuffer('image/jpeg', 90)
}
