import type { Size } from '../../../../../src-shared/protocol/device'
import type { Place } from '../../looks'
import { decodePicture } from '../picture'
import { grayOf, type Gray } from '../gray'

// The screen is searched at this width, which makes a search cost some 10 ms.
const searchWidth = 160
const fineWidth = 480
// The cut-out may come from a phone of another size.
const scales = [1, 0.75, 1.33, 0.5, 2, 0.64, 1.56, 0.85, 1.18]
const smallestSide = 4
const mostFinds = 20
// What looks alike in the small may be so in the large.
const coarseLeniency = 0.2
// What a search in one size may cost: comparisons of two pixels. They take some 0.1 s.
const mostComparisons = 50_000_000

type Shades = Gray<Uint8Array | Float32Array>

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
export async function findPart(
  screen: Uint8Array,
  cutOut: Uint8Array,
  threshold: number,
): Promise<readonly Place[]> {
  const [full, part] = (
    await Promise.all([decodePicture(screen), decodePicture(cutOut, { source: 'kept' })])
  ).map(grayOf)
  if (!full || !part) return []
  for (const scale of scales) {
    const finds = findAt(full, part, scale, threshold)
    if (finds.length > 0) return finds
  }
  return []
}

/** Whether a picture has one shade of gray alone. @throws Error for what is no picture */
export async function isPlain(picture: Uint8Array): Promise<boolean> {
  const { width, height, data } = grayOf(await decodePicture(picture))
  return isOneShade(patternOf({ width, height, data: Float32Array.from(data) }))
}

/** Where a part can lie on a screen. */
const positionsOf = (screen: Size, part: Size) => ({
  across: Math.max(0, screen.width - part.width + 1),
  down: Math.max(0, screen.height - part.height + 1),
})

/** The largest scale, up to a wanted one, at which a search costs no more than it may. */
function affordable(wanted: number, costAt: (scale: number) => number): number {
  let scale = wanted
  while (costAt(scale) > mostComparisons) scale *= 0.9
  return scale
}

function findAt(full: Shades, part: Shades, scale: number, threshold: number): Place[] {
  const [width, height] = [part.width * scale, part.height * scale]
  if (width > full.width || height > full.height) return []
  const at = (by: number) => ({
    screen: { width: full.width * by, height: full.height * by },
    part: { width: Math.max(1, width * by), height: Math.max(1, height * by) },
  })
  // A small cut-out would vanish at the common width.
  const wanted = Math.min(1, Math.max(searchWidth / full.width, smallestSide / Math.min(width, height)))
  const shrink = affordable(wanted, (by) => {
    const sizes = at(by)
    const { across, down } = positionsOf(sizes.screen, sizes.part)
    return across * down * (areaOf(sizes.part) + mostFinds)
  })
  const coarse = match(shrunk(full, shrink), sized(part, width * shrink, height * shrink))
  const candidates = peaks(coarse, width * shrink, height * shrink, threshold - coarseLeniency)
  const reachAt = (by: number) => Math.ceil(by / shrink) + 1
  const fine = affordable(
    Math.min(1, Math.max(shrink, fineWidth / full.width)),
    (by) => candidates.length * (2 * reachAt(by) + 1) ** 2 * areaOf(at(by).part),
  )
  const small = shrunk(full, fine)
  const exact = sized(part, width * fine, height * fine)
  return candidates
    .map(({ x, y }) => {
      const [left, top] = [Math.round((x * fine) / shrink), Math.round((y * fine) / shrink)]
      return bestNear(small, exact, left, top, reachAt(fine))
    })
    .filter(({ alike }) => alike >= threshold)
    .map(({ x, y }) => ({ left: x / fine, top: y / fine, width, height }))
    .sort((a, b) => a.top - b.top || a.left - b.left)
}

const areaOf = ({ width, height }: Size) => width * height
const shrunk = (shades: Shades, by: number) =>
  by === 1 ? shades : sized(shades, shades.width * by, shades.height * by)

/** Shrinks or grows a picture to at least a pixel: each new one is the mean of those that it covers. */
function sized(gray: Shades, wide: number, high: number): Gray<Float32Array> {
  const [width, height] = [Math.max(1, Math.round(wide)), Math.max(1, Math.round(high))]
  const data = new Float32Array(width * height)
  const [stepX, stepY] = [gray.width / width, gray.height / height]
  for (let y = 0; y < height; y += 1) {
    const top = Math.floor(y * stepY)
    const bottom = Math.min(gray.height, Math.max(top + 1, Math.floor((y + 1) * stepY)))
    for (let x = 0; x < width; x += 1) {
      const left = Math.floor(x * stepX)
      const right = Math.min(gray.width, Math.max(left + 1, Math.floor((x + 1) * stepX)))
      let sum = 0
      for (let row = top; row < bottom; row += 1)
        for (let column = left; column < right; column += 1) sum += gray.data[row * gray.width + column] ?? 0
      data[y * width + x] = sum / ((bottom - top) * (right - left))
    }
  }
  return { width, height, data }
}

interface Pattern extends Gray<Float32Array> {
  /** Without the mean. */
  norm: number
}

function patternOf({ width, height, data }: Gray<Float32Array>): Pattern {
  const mean = data.reduce((sum, shade) => sum + shade, 0) / data.length
  const centred = data.map((shade) => shade - mean)
  return {
    width,
    height,
    data: centred,
    norm: Math.sqrt(centred.reduce((sum, each) => sum + each * each, 0)),
  }
}

const isOneShade = ({ norm, data }: Pattern) => norm * norm < data.length

/** How alike the pattern and the part of the screen at a place are, -1 to 1. */
function likeness(screen: Shades, pattern: Pattern, left: number, top: number): number {
  let [sum, squares, product] = [0, 0, 0]
  for (let y = 0; y < pattern.height; y += 1) {
    const from = (top + y) * screen.width + left
    const row = y * pattern.width
    for (let x = 0; x < pattern.width; x += 1) {
      const shade = screen.data[from + x] ?? 0
      sum += shade
      squares += shade * shade
      product += shade * (pattern.data[row + x] ?? 0)
    }
  }
  const variance = squares - (sum * sum) / pattern.data.length
  // A plain part is like a plain pattern alone.
  if (variance < pattern.data.length) return isOneShade(pattern) ? 1 : 0
  return pattern.norm === 0 ? 0 : product / (Math.sqrt(variance) * pattern.norm)
}

function match(screen: Shades, part: Gray<Float32Array>): { finds: Float32Array; width: number } {
  const pattern = patternOf(part)
  const { across, down } = positionsOf(screen, part)
  const finds = new Float32Array(across * down)
  for (let y = 0; y < down; y += 1)
    for (let x = 0; x < across; x += 1) finds[y * across + x] = likeness(screen, pattern, x, y)
  return { finds, width: across }
}

/** The best places, none within another one's box. */
function peaks(
  { finds, width }: { finds: Float32Array; width: number },
  boxWidth: number,
  boxHeight: number,
  least: number,
): Find[] {
  const kept: Find[] = []
  while (width > 0 && kept.length < mostFinds) {
    let best = -1
    let most = least
    for (let at = 0; at < finds.length; at += 1) {
      const alike = finds[at] ?? 0
      if (alike < most || (alike === most && best >= 0)) continue
      best = at
      most = alike
    }
    if (best < 0) break
    const [x, y] = [best % width, Math.floor(best / width)]
    kept.push({ x, y, alike: most })
    const [aside, apart] = [Math.ceil(boxWidth / 2), Math.ceil(boxHeight / 2)]
    for (let row = Math.max(0, y - apart + 1); row < Math.min(finds.length / width, y + apart); row += 1)
      finds.fill(
        -Infinity,
        row * width + Math.max(0, x - aside + 1),
        row * width + Math.min(width, x + aside),
      )
  }
  return kept
}

function bestNear(screen: Shades, part: Gray<Float32Array>, left: number, top: number, reach: number): Find {
  const pattern = patternOf(part)
  let best: Find = { x: left, y: top, alike: -1 }
  for (let y = Math.max(0, top - reach); y <= Math.min(screen.height - part.height, top + reach); y += 1)
    for (let x = Math.max(0, left - reach); x <= Math.min(screen.width - part.width, left + reach); x += 1) {
      const alike = likeness(screen, pattern, x, y)
      if (alike > best.alike) best = { x, y, alike }
    }
  return best
}
