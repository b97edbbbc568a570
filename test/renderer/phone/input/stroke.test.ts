import { describe, expect, it } from 'vitest'
import { strokeAction, thinned } from '../../../../src-renderer/phone/input/stroke'

const line = (count: number) => Array.from({ length: count }, (_, index) => ({ x: index, y: 2 * index }))
const names = { points: 'stations', x: 'across', y: 'down' }

describe('a line that was drawn', () => {
  it('is one action, in the words of the vocabulary', () => {
    expect(strokeAction(line(2), names)).toEqual({
      type: 'path',
      stations: [
        { across: 0, down: 0 },
        { across: 1, down: 2 },
      ],
    })
  })

  it('is none with fewer than two points', () => {
    expect(strokeAction(line(1), names)).toBeNull()
    expect(strokeAction([], names)).toBeNull()
  })

  it('has at most 200 points, evenly taken, with both ends', () => {
    expect(thinned(line(200))).toEqual(line(200))
    for (const count of [201, 399, 5000]) {
      const thin = thinned(line(count))
      expect(thin).toHaveLength(200)
      expect([thin[0], thin.at(-1)]).toEqual([line(count)[0], line(count).at(-1)])
      const gaps = thin.slice(1).map(({ x }, index) => x - (thin[index]?.x ?? 0))
      expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1)
    }
  })
})
