import { expect, it } from 'vitest'
import { createPaceWatch } from '../../../src-main/core/frames/pace-watch'
import { createFakeClock } from '../base/fake-clock'

/** Phones that send, and a page that paints a share of it. */
function watching(tiles: readonly number[]) {
  const clock = createFakeClock()
  const counts = new Map(tiles.map((tile) => [tile, { offered: 0, painted: 0 }]))
  let inSight = tiles
  let changes = 0
  const watch = createPaceWatch({
    clock,
    cores: 8,
    inSight: () => inSight,
    counts: (tile) => counts.get(tile) ?? null,
    onChange: () => (changes += 1),
  })
  return {
    watch,
    look: (seen: readonly number[]) => (inSight = seen),
    run(seconds: number, fps: number, painted: (tile: number) => number) {
      for (let second = 0; second < seconds; second += 1) {
        for (const [tile, count] of counts) {
          count.offered += fps
          count.painted += painted(tile)
        }
        clock.advance(1000)
      }
    },
    get changes() {
      return changes
    },
  }
}

it('lowers the pace when the phones in sight are painted more slowly than they send', () => {
  const all = watching([1, 2, 3, 4])
  expect(all.watch.limit).toBeNull()
  all.run(20, 15, () => 7)
  expect(all.watch.framesPerSecond).toBe(60)
  expect(all.watch.limit).toBe(60)
  expect(all.changes).toBe(1)
})

it('does not mind phones out of sight, which are not painted', () => {
  const all = watching([1, 2, 3, 4])
  all.look([1, 2])
  all.run(20, 15, (tile) => (tile <= 2 ? 15 : 0))
  expect(all.watch.framesPerSecond).toBe(600)
})

it('does not mind that thumbnails are painted at most 20 times a second', () => {
  const all = watching([1, 2, 3, 4])
  all.run(20, 30, () => 19)
  expect(all.watch.framesPerSecond).toBe(600)
})

it('does not mind how phones are painted while others come and go', () => {
  const all = watching([1, 2, 3, 4])
  for (let second = 0; second < 20; second += 2) {
    all.look([1, 2, 3, 4].slice(0, 2 + (second % 4) / 2))
    all.run(2, 15, () => 4)
  }
  expect(all.watch.framesPerSecond).toBe(600)
})

it('looks no more when it is stopped', () => {
  const all = watching([1, 2])
  all.watch.stop()
  all.run(20, 15, () => 1)
  expect(all.changes).toBe(0)
})
