import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitGroups,
  fitHeight,
  layoutEvenRows,
  layoutGroups,
  layoutRows,
  neighbour,
  rowHeight,
  sentenceLines,
  tileGap,
  tileWidth,
  tilesIn,
  uprightAspect,
  visibleRange,
  wholeRowHeight,
} from '../../../src-renderer/base/wall-layout'

const common = 750 / 1334
const slim = 1170 / 2532
const twelve = [common, common, slim, common, slim, common, common, slim, common, slim, common, slim]

describe('layoutRows', () => {
  it('puts tiles into rows in order, none wider than the wall unless it stands alone', () => {
    const aspects = fc.array(fc.double({ min: 0.4, max: 0.8, noNaN: true }), { maxLength: 60 })
    fc.assert(
      fc.property(
        aspects,
        fc.integer({ min: 120, max: 900 }),
        fc.integer({ min: 300, max: 4000 }),
        (...all) => {
          const [tiles, height, width] = all
          const rows = layoutRows(tiles, height, width)
          expect(rows.flatMap(({ start, end }) => tiles.slice(start, end))).toEqual(tiles)
          for (const { start, end } of rows) {
            const taken = tiles
              .slice(start, end)
              .reduce((sum, aspect) => sum + tileWidth(aspect, height) + tileGap, -tileGap)
            expect(end - start === 1 || taken <= width).toBe(true)
          }
        },
      ),
    )
  })
})

describe('layoutEvenRows', () => {
  it('fills the rows evenly', () => {
    const rows = layoutEvenRows(twelve, 322, 1264)
    expect(rows.map(({ start, end }) => end - start)).toEqual([6, 6])
  })

  it('needs no extra row on a wall of fractional width', () => {
    const wallWidth = 837.33
    for (let screenHeight = 120; screenHeight < 700; screenHeight += 1) {
      const rows = layoutEvenRows(twelve, screenHeight, wallWidth)
      expect(rows.length).toBe(layoutRows(twelve, screenHeight, wallWidth).length)
      expect(rows).toEqual(layoutEvenRows(twelve, screenHeight, 837))
    }
  })
})

describe('fitHeight', () => {
  it('fits twelve usable phones at 1280 × 800', () => {
    const wall = { width: 1264, height: 708 }
    const height = fitHeight(twelve, wall, 120, 960)
    const rows = layoutRows(twelve, height, wall.width)
    expect(rows.length * rowHeight(height) - tileGap).toBeLessThanOrEqual(wall.height)
    expect(height).toBeGreaterThan(300)
  })

  it('fits sixty at 4K', () => {
    const sixty = Array.from({ length: 60 }, () => common)
    expect(fitHeight(sixty, { width: 3824, height: 2068 }, 120, 960)).toBeGreaterThan(300)
  })

  it('returns the largest height that fits', () => {
    const walls = fc.record({
      width: fc.integer({ min: 100, max: 2000 }),
      height: fc.integer({ min: 100, max: 1200 }),
    })
    const aspects = fc.array(fc.constantFrom(common, slim, 0.75, 1), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(aspects, walls, (tiles, wall) => {
        const fits = (height: number) =>
          tiles.every((aspect) => tileWidth(aspect, height) <= wall.width) &&
          layoutRows(tiles, height, wall.width).length * rowHeight(height) - tileGap <= wall.height
        const heights = Array.from({ length: 840 }, (_, index) => 960 - index)
        expect(fitHeight(tiles, wall, 120, 960)).toBe(heights.find(fits) ?? 120)
      }),
    )
  })

  it('stops at the smallest size, where the wall scrolls', () => {
    const many = Array.from({ length: 500 }, () => common)
    expect(fitHeight(many, { width: 1000, height: 700 }, 120, 960)).toBe(120)
  })
})

describe('uprightAspect', () => {
  it('does not change when a phone turns', () => {
    expect(uprightAspect({ width: 1334, height: 750 })).toBe(uprightAspect({ width: 750, height: 1334 }))
  })
})

describe('neighbour', () => {
  const rows = [
    { start: 0, end: 3 },
    { start: 3, end: 5 },
  ]
  const widths = [100, 100, 100, 170, 130]

  it('moves along rows and across their ends', () => {
    expect(neighbour('ArrowRight', 2, rows, widths)).toBe(3)
    expect(neighbour('ArrowLeft', 3, rows, widths)).toBe(2)
    expect(neighbour('ArrowLeft', 0, rows, widths)).toBe(0)
    expect(neighbour('End', 0, rows, widths)).toBe(4)
    expect(neighbour('Home', 4, rows, widths)).toBe(0)
  })

  it('moves between rows to the nearest tile', () => {
    expect(neighbour('ArrowDown', 0, rows, widths)).toBe(3)
    expect(neighbour('ArrowDown', 2, rows, widths)).toBe(4)
    expect(neighbour('ArrowUp', 4, rows, widths)).toBe(2)
    expect(neighbour('ArrowUp', 1, rows, widths)).toBe(1)
  })
})

describe('visibleRange', () => {
  const rows = [0, 1, 2, 3].map((row) => ({ start: row * 5, end: row * 5 + 5 }))

  it('includes tiles that are partly in sight', () => {
    expect(visibleRange(rows, 200, 0, 464)).toEqual({ start: 0, end: 10 })
    expect(visibleRange(rows, 200, 0, 480)).toEqual({ start: 0, end: 15 })
    expect(visibleRange(rows, 200, 300, 300)).toEqual({ start: 5, end: 15 })
    expect(visibleRange([], 200, 0, 480)).toEqual({ start: 0, end: 0 })
  })
})

describe('a wall of groups', () => {
  const groups = [
    { start: 0, end: 3 },
    { start: 3, end: 4 },
    { start: 4, end: 12 },
  ]
  // Tiles of 88 px: three in a row.
  const aspects = Array<number>(12).fill(0.4)
  const rows = layoutGroups(aspects, groups, 200, 300)

  it('begins a row for each group, the first of it below a heading', () => {
    expect(rows.map(({ start, end, isHeaded }) => [start, end, isHeaded])).toEqual([
      [0, 3, true],
      [3, 4, true],
      [4, 7, true],
      [7, 10, false],
      [10, 12, false],
    ])
  })

  it('finds the tiles in sight and in a box below the headings', () => {
    // Tiles begin at 36, 296, 556, 788 and 1020 px; a screen with its header has 224.
    expect(visibleRange(rows, 200, 0, 290)).toEqual({ start: 0, end: 3 })
    expect(visibleRange(rows, 200, 0, 300)).toEqual({ start: 0, end: 4 })
    expect(visibleRange(rows, 200, 300, 500)).toEqual({ start: 3, end: 10 })
    const widths = aspects.map(() => 88)
    expect(tilesIn({ start: 0, end: 90, top: 0, bottom: 30 }, rows, widths, 200)).toEqual([])
    expect(tilesIn({ start: 0, end: 90, top: 250, bottom: 560 }, rows, widths, 200)).toEqual([0, 3, 4])
  })

  it('moves with the arrow keys from group to group', () => {
    const widths = aspects.map(() => 88)
    expect(neighbour('ArrowDown', 2, rows, widths)).toBe(3)
    expect(neighbour('ArrowDown', 3, rows, widths)).toBe(4)
    expect(neighbour('ArrowRight', 2, rows, widths)).toBe(3)
    expect(neighbour('ArrowUp', 5, rows, widths)).toBe(3)
  })

  it('fits as large as its headings allow', () => {
    const wall = { width: 1264, height: 900 }
    const height = fitGroups(aspects, groups, wall, 120, 960)
    const needed = (each: number) =>
      layoutGroups(aspects, groups, each, wall.width).reduce(
        (sum, row) => sum + wholeRowHeight(row, each),
        -tileGap,
      )
    expect(height).toBeGreaterThan(120)
    expect(needed(height)).toBeLessThanOrEqual(wall.height)
    expect(needed(height + 1)).toBeGreaterThan(wall.height)
    expect(fitGroups(aspects, groups, { width: 300, height: 300 }, 120, 960)).toBe(120)
  })

  it('scrolls before grouped screens are smaller than 200 px and than ungrouped ones', () => {
    const each = (n: number) => Array.from({ length: n }, (_, at) => ({ start: at, end: at + 1 }))
    const wall = { width: 1000, height: 700 }
    expect(fitGroups(aspects, each(10), wall, 120, 960)).toBe(200)
    const many = Array.from({ length: 100 }, () => common)
    const without = fitHeight(many, wall, 60, 960)
    expect(without).toBeLessThan(200)
    expect(fitGroups(many, each(100), wall, 60, 960)).toBe(without)
  })
})

describe('sentenceLines', () => {
  it('leaves room for the wait and the buttons', () => {
    expect(sentenceLines(null, [])).toBe(6)
    expect(sentenceLines(null, ['Retry'])).toBe(6)
    expect(sentenceLines(59, ['Retry'])).toBe(5)
    expect(sentenceLines(60, ['Retry'])).toBe(4)
    expect(sentenceLines(60, ['Retry', 'Enter another key'])).toBe(1)
  })

  it('counts buttons with two lines', () => {
    expect(sentenceLines(null, ['Unterbrechen …'])).toBe(5)
    expect(sentenceLines(60, ['Unterbrechen …'])).toBe(3)
  })
})

describe('tilesIn', () => {
  // Two rows of screens 100 px high: 88 and 120 px wide, then 88.
  const rows = [
    { start: 0, end: 2 },
    { start: 2, end: 3 },
  ]
  const touched = (start: number, end: number, top: number, bottom: number) =>
    tilesIn({ start, end, top, bottom }, rows, [88, 120, 88], 100)

  it('returns tiles that the box overlaps', () => {
    expect(touched(0, 1, 8, 9)).toEqual([0])
    expect(touched(87, 97, 50, 60)).toEqual([0, 1])
    expect(touched(215, 300, 131, 140)).toEqual([1])
    expect(touched(0, 500, 0, 500)).toEqual([0, 1, 2])
  })

  it('returns none in a gap or beside a row', () => {
    expect(touched(88, 96, 0, 200)).toEqual([])
    expect(touched(0, 500, 132, 140)).toEqual([])
    expect(touched(88, 500, 141, 500)).toEqual([])
    expect(touched(0, 500, 0, 8)).toEqual([])
  })
})
