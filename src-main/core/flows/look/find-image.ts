import { setImmediate as turn } from 'node:timers/promises'
import { grayOf, resizeGray, type Gray } from './gray'
import { decodePicture } from './picture'
import type { Found } from './read-text'

// The screen is searched at this width, which makes a search cost some 10 ms.
const searchWidth = 160
const fineWidth = 480
// The cut-out may come from a phone of another size.
const scales = [1, 0.75, 1.33, 0.5, 2, 0.64, 1.56, 0.85, 1.18]
const smallestSide = 4
const mostFinds = 20
// What looks alike in the small may be so in the large.
const coarseLeniency = 0.2

interface Find {
  x: number
  y: number
  alike: number
}

/**
 * Finds a cut-out on a screen, in any of a few sizes, as long as both are alike in shades of gray (normalised
 * cross-correlation).
 * @param threshold how alike they must be, 0 to 1
 * @returns where, in pixels of the screen, from the top left; empty when it is not there
 * @throws Error for what is no picture
 */
export async function findImage(screen: Buffer, cutOut: Buffer, threshold: number): Promise<Found[]> {
  const [full, part] = (await Promise.all([decodePicture(screen), decodePicture(cutOut)])).map(grayOf)
  if (!full || !part) return []
  for (const scale of scales) {
    const finds = findAt(full, part, scale, threshold)
    if (finds.length > 0) return finds
    // Other phones' frames come in between.
    await turn()
  }
  return []
}

function findAt(full: Gray, part: Gray, scale: number, threshold: number): Found[] {
  const [width, height] = [part.width * scale, part.height * scale]
  if (width > full.width || height > full.height) return []
  // A small cut-out would vanish at the common width.
  const shrink = Math.min(1, Math.max(searchWidth / full.width, smallestSide / Math.min(width, height)))
  const coarse = match(shrunk(full, shrink), sized(part, width * shrink, height * shrink))
  const candidates = peaks(coarse, width * shrink, height * shrink, threshold - coarseLeniency)
  const fine = Math.min(1, Math.max(shrink, fineWidth / full.width))
  const small = shrunk(full, fine)
  const exact = sized(part, width * fine, height * fine)
  const reach = Math.ceil(fine / shrink) + 1
  return candidates
    .map(({ x, y }) => {
      const [left, top] = [Math.round((x * fine) / shrink), Math.round((y * fine) / shrink)]
      return bestNear(small, exact, left, top, reach)
    })
    .filter(({ alike }) => alike >= threshold)
    .map(({ x, y }) => ({ left: x / fine, top: y / fine, width, height, text: null }))
    .sort((a, b) => a.top - b.top || a.left - b.left)
}

const shrunk = (gray: Gray, by: number) => (by === 1 ? gray : sized(gray, gray.width * by, gray.height * by))
const sized = (gray: Gray, width: number, height: number) =>
  resizeGray(gray, Math.max(1, Math.round(width)), Math.max(1, Math.round(height)))

interface Pattern extends Gray {
  /** Without the mean. */
  norm: number
}

function patternOf({ width, height, shades }: Gray): Pattern {
  const mean = shades.reduce((sum, shade) => sum + shade, 0) / shades.length
  const centred = shades.map((shade) => shade - mean)
  return {
    width,
    height,
    shades: centred,
    norm: Math.sqrt(centred.reduce((sum, each) => sum + each * each, 0)),
  }
}

/** How alike the pattern and the part of the screen at a place are, -1 to 1. */
function likeness(screen: Gray, pattern: Pattern, left: number, top: number): number {
  let [sum, squares, product] = [0, 0, 0]
  for (let y = 0; y < pattern.height; y += 1) {
    const from = (top + y) * screen.width + left
    const row = y * pattern.width
    for (let x = 0; x < pattern.width; x += 1) {
      const shade = screen.shades[from + x] ?? 0
      sum += shade
      squares += shade * shade
      product += shade * (pattern.shades[row + x] ?? 0)
    }
  }
  const variance = squares - (sum * sum) / pattern.shades.length
  // A plain part is like a plain pattern alone.
  if (variance < pattern.shades.length) return pattern.norm * pattern.norm < pattern.shades.length ? 1 : 0
  return pattern.norm === 0 ? 0 : product / (Math.sqrt(variance) * pattern.norm)
}

function match(screen: Gray, part: Gray): { finds: Float32Array; width: number } {
  const pattern = patternOf(part)
  const width = Math.max(0, screen.width - part.width + 1)
  const height = Math.max(0, screen.height - part.height + 1)
  const finds = new Float32Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) finds[y * width + x] = likeness(screen, pattern, x, y)
  return { finds, width }
}

/** The best places, none within another one's box. */
function peaks(
  { finds, width }: { finds: Float32Array; width: number },
  boxWidth: number,
  boxHeight: number,
  least: number,
): Find[] {
  const sorted = [...finds.entries()]
    .filter(([, alike]) => alike >= least)
    .map(([at, alike]) => ({ x: at % width, y: Math.floor(at / width), alike }))
    .sort((a, b) => b.alike - a.alike)
  const kept: Find[] = []
  for (const find of sorted) {
    const isTaken = kept.some(
      ({ x, y }) => Math.abs(x - find.x) < boxWidth / 2 && Math.abs(y - find.y) < boxHeight / 2,
    )
    if (!isTaken) kept.push(find)
    if (kept.length === mostFinds) break
  }
  return kept
}

function bestNear(screen: Gray, part: Gray, left: number, top: number, reach: number): Find {
  const pattern = patternOf(part)
  let best: Find = { x: left, y: top, alike: -1 }
  for (let y = Math.max(0, top - reach); y <= Math.min(screen.height - part.height, top + reach); y += 1)
    for (let x = Math.max(0, left - reach); x <= Math.min(screen.width - part.width, left + reach); x += 1) {
      const alike = likeness(screen, pattern, x, y)
      if (alike > best.alike) best = { x, y, alike }
    }
  return best
}
