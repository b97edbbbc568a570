import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPace } from '../../../src-main/core/frames/pace'
import { createFakeClock } from '../time/fake-clock'

/** Makes phones in sight that send, and a page that paints. */
function createWall(tiles: readonly number[], cores = 8) {
  const clock = createFakeClock()
  const counts = new Map(tiles.map((tile) => [tile, { offered: 0, painted: 0 }]))
  /** Of a second wall, which shows the same phones. */
  const others = new Map(tiles.map((tile) => [tile, { offered: 0, painted: 0 }]))
  let inSight = new Set(tiles)
  let hasTwo = false
  let changes = 0
  const pace = createPace({
    clock,
    cores,
    counts: () =>
      (hasTwo ? [counts, others] : [counts]).map(
        (all) => new Map([...all].filter(([tile]) => inSight.has(tile))),
      ),
    onChange: () => (changes += 1),
  })
  return {
    pace,
    see: (seen: readonly number[]) => (inSight = new Set(seen)),
    openSecond: () => (hasTwo = true),
    /** Lets the second wall count what it was offered, and paint a share of it. */
    runSecond(fps: number, share: number) {
      for (const count of others.values()) {
        count.offered += fps
        count.painted += fps * share
      }
    },
    /** Passes seconds, in each of which every phone sends `fps` frames. */
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

/** Makes 200 phones that send a share of the pace, on a computer that paints up to `capacity` of it. */
function createComputer(cores: number) {
  const tiles = Array.from({ length: 200 }, (_, tile) => tile)
  const wall = createWall(tiles, cores)
  return {
    pace: wall.pace,
    /** Returns the pace after each look of 2 s. */
    run(seconds: number, capacity: number, demand = 1) {
      const seen: number[] = []
      for (let second = 0; second < seconds; second += 2) {
        const offered = wall.pace.framesPerSecond * demand
        const painted = Math.min(offered, capacity)
        wall.run(2, offered / tiles.length, () => painted / tiles.length)
        seen.push(wall.pace.framesPerSecond)
      }
      return seen
    },
  }
}

describe('the pace', () => {
  it('starts with 300 frames a second per core, and at most 900', () => {
    expect(createComputer(1).pace.framesPerSecond).toBe(300)
    expect(createComputer(64).pace.framesPerSecond).toBe(900)
  })

  it('falls to what is painted after three looks', () => {
    const computer = createComputer(8)
    expect(computer.run(10, 200)).toEqual([900, 900, 900, 200, 200].map((fps) => expect.closeTo(fps)))
  })

  it('stays for one or two slow looks', () => {
    const computer = createComputer(8)
    computer.run(2, 1000)
    for (let round = 0; round < 5; round += 1) {
      computer.run(4, 200)
      computer.run(2, 1000)
    }
    expect(computer.pace.framesPerSecond).toBe(900)
  })

  it('stays when the page stops painting', () => {
    const computer = createComputer(8)
    computer.run(60, 0)
    expect(computer.pace.framesPerSecond).toBe(900)
  })

  it('is back at its start within six minutes, also when phones send little', () => {
    for (const demand of [1, 0.1]) {
      const computer = createComputer(2)
      computer.run(10, 60)
      expect(computer.pace.framesPerSecond).toBeCloseTo(60)
      computer.run(360, 1000, demand)
      expect(computer.pace.framesPerSecond).toBeGreaterThanOrEqual(600)
    }
  })

  it('does not exceed its start while phones send less than half of it', () => {
    const computer = createComputer(1)
    computer.run(1800, 1000, 0.3)
    expect(computer.pace.framesPerSecond).toBe(300)
  })

  it('exceeds what a busy computer paints for seconds only', () => {
    const seen = createComputer(1).run(1800, 320)
    expect(seen.filter((fps) => fps <= 320 / 0.85).length / seen.length).toBeGreaterThan(0.9)
  })

  it('tries what was too many less and less often, and takes it once more is painted', () => {
    const computer = createComputer(2)
    const seen = computer.run(3600, 250)
    const tries = seen.filter((fps, look) => fps > 300 && (seen[look - 1] ?? 0) <= 300)
    expect(tries.length).toBeLessThanOrEqual(6)
    expect(computer.pace.isLowered).toBe(true)
    computer.run(3600, 1000)
    expect(computer.pace.isLowered).toBe(false)
  })

  it('settles though phones keep each rate for 30 s', () => {
    const tiles = Array.from({ length: 60 }, (_, tile) => tile)
    const wall = createWall(tiles, 2)
    let rate = { fps: 10, since: 0 }
    let reconnects = 0
    for (let second = 0; second < 3600; second += 1) {
      const fps = Math.round(wall.pace.framesPerSecond / tiles.length)
      if (fps !== rate.fps && second - rate.since >= 30) {
        rate = { fps, since: second }
        reconnects += 1
      }
      wall.run(1, rate.fps, () => Math.min(rate.fps, 300 / tiles.length))
    }
    expect(reconnects).toBeLessThanOrEqual(15)
  })

  it('is back within seven minutes after a busy one, however often it fell in it', () => {
    const wall = createWall(
      Array.from({ length: 100 }, (_, tile) => tile),
      2,
    )
    for (let second = 0; second < 60; second += 1) wall.run(1, 2, () => (165 - 0.3 * second) / 100)
    wall.run(420, 2, () => 2)
    expect(wall.pace.framesPerSecond).toBeGreaterThanOrEqual(600)
  })

  it('settles near what the computer paints, within its bounds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 32 }), (capacity, cores) => {
        const seen = createComputer(cores).run(3600, capacity)
        expect(Math.min(...seen)).toBeGreaterThanOrEqual(60)
        expect(Math.max(...seen)).toBeLessThanOrEqual(2400)
        const late = seen.slice(seen.length / 2).sort((a, b) => a - b)
        const usual = late[Math.floor(late.length / 2)] ?? 0
        expect(usual).toBeLessThanOrEqual(Math.max(60, capacity / 0.85) + 1)
        expect(usual).toBeGreaterThanOrEqual(Math.min(2400, Math.max(60, capacity * 0.6)) - 1)
      }),
      { numRuns: 15 },
    )
  })

  it('ignores phones out of sight', () => {
    const wall = createWall([1, 2, 3, 4])
    wall.see([1, 2])
    wall.run(20, 15, (tile) => (tile <= 2 ? 15 : 0))
    expect(wall.pace.framesPerSecond).toBe(900)
  })

  it('is no lower because a second wall has stopped', () => {
    const wall = createWall([1, 2, 3, 4])
    wall.openSecond()
    for (let second = 0; second < 40; second += 1) {
      wall.runSecond(15, 0)
      wall.run(1, 15, () => 15)
    }
    expect(wall.pace.framesPerSecond).toBe(900)
  })

  it('falls to what two walls paint of each phone', () => {
    const wall = createWall([1, 2, 3, 4])
    wall.openSecond()
    for (let second = 0; second < 10; second += 1) {
      wall.runSecond(15, 0.5)
      wall.run(1, 15, () => 15)
    }
    expect(wall.pace.framesPerSecond).toBe(60)
  })

  it('expects at most 20 frames a second of a thumbnail', () => {
    const wall = createWall([1, 2, 3, 4])
    wall.run(20, 30, () => 19)
    expect(wall.pace.framesPerSecond).toBe(900)
  })

  it('stays while phones come and go', () => {
    const wall = createWall([1, 2, 3, 4])
    for (let second = 0; second < 20; second += 2) {
      wall.see([1, 2, 3, 4].slice(0, 2 + (second % 4) / 2))
      wall.run(2, 15, () => 4)
    }
    expect(wall.pace.framesPerSecond).toBe(900)
  })

  it('reports each change once, and none after it stops', () => {
    const wall = createWall([1, 2, 3, 4])
    wall.run(20, 15, () => 7)
    expect(wall.changes).toBe(1)
    wall.pace.stop()
    wall.run(120, 15, () => 15)
    expect(wall.changes).toBe(1)
  })
})
