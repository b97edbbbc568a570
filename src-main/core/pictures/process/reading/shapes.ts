import type { Place } from '../../looks'
import type { Gray } from '../gray'

/** Returns the boxes of the connected shapes (eight neighbours) that are at least as strong as `threshold`. */
export function findShapes({ width, height, data }: Gray, threshold: number): Place[] {
  const seen = new Uint8Array(data.length)
  const stack: number[] = []
  const boxes: Place[] = []
  for (let start = 0; start < data.length; start++) {
    if (seen[start] || (data[start] ?? 0) < threshold) continue
    let [left, right, top, bottom] = [width, 0, height, 0]
    seen[start] = 1
    stack.push(start)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % width
      const y = (at - x) / width
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const to = ny * width + nx
          if (seen[to] || (data[to] ?? 0) < threshold) continue
          seen[to] = 1
          stack.push(to)
        }
      }
    }
    boxes.push({ left, top, width: right - left + 1, height: bottom - top + 1 })
  }
  return boxes
}
