import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstPace, nextPace, type Pace } from '../../../src-main/core/frames/frame-pace'

const lookMs = 2000

/** A computer that paints so many frames a second at most, looked at for some seconds while phones use the whole pace. */
function run(
  pace: Pace,
  { capacity, seconds, demand = 1 }: { capacity: number; seconds: number; demand?: number },
) {
  const seen: number[] = []
  let now = 0
  for (let end = seconds * 1000; now < end; now += lookMs) {
    const wanted = (pace.framesPerSecond * demand * lookMs) / 1000
    const painted = Math.min(wanted, (capacity * lookMs) / 1000)
    pace = nextPace(pace, { wanted, painted, ms: lookMs }, now)
    seen.push(pace.framesPerSecond)
  }
  return { pace, seen }
}

describe('the pace of frames', () => {
  it('begins with what the cores promise', () => {
    expect(firstPace(1).framesPerSecond).toBe(300)
    expect(firstPace(64).framesPerSecond).toBe(600)
  })

  it('comes down to what is painted after three looks', () => {
    const { seen } = run(firstPace(8), { capacity: 200, seconds: 8 })
    expect(seen).toEqual([600, 600, 200, 200])
  })

  it('does not come down for one look', () => {
    const first = nextPace(firstPace(8), { wanted: 1200, painted: 300, ms: lookMs }, 0)
    const second = nextPace(first, { wanted: 1200, painted: 1200, ms: lookMs }, lookMs)
    const third = nextPace(second, { wanted: 1200, painted: 300, ms: lookMs }, 2 * lookMs)
    expect([first, second, third].map((pace) => pace.framesPerSecond)).toEqual([600, 600, 600])
  })

  it('does not take a page that has stopped for a slow one', () => {
    const { pace } = run(firstPace(8), { capacity: 0, seconds: 60 })
    expect(pace.framesPerSecond).toBe(600)
  })

  it('tries more after half a minute in which all was painted, and more seldom each time that it was too much', () => {
    const { seen } = run(firstPace(1), { capacity: 320, seconds: 1800 })
    const tries = seen.filter((fps, index) => fps > (seen[index - 1] ?? fps)).length
    expect(tries).toBeGreaterThanOrEqual(3)
    expect(tries).toBeLessThanOrEqual(6)
    expect(seen.filter((fps) => fps <= 320 / 0.85).length / seen.length).toBeGreaterThan(0.95)
  })

  it('is what it was before within four minutes of a slow while', () => {
    const slow = run(firstPace(2), { capacity: 60, seconds: 10 }).pace
    expect(slow.framesPerSecond).toBe(60)
    expect(run(slow, { capacity: 1000, seconds: 240 }).pace.framesPerSecond).toBeGreaterThanOrEqual(600)
  })

  it('tries more sooner again as soon as more was not too much', () => {
    const slow = run(firstPace(2), { capacity: 60, seconds: 10 }).pace
    const tired = { ...slow, patienceMs: 240_000 }
    const { seen } = run(tired, { capacity: 1000, seconds: 900 })
    const triedAt = seen.flatMap((fps, look) => (fps > (seen[look - 1] ?? fps) ? [look * 2] : []))
    const waits = triedAt.map((at, index) => at - (triedAt[index - 1] ?? 0))
    expect(waits.slice(1, 5)).toEqual([240, 120, 60, 30])
  })

  it('does not try more while phones send less than half of what they may', () => {
    const { pace } = run(firstPace(1), { capacity: 1000, seconds: 1800, demand: 0.3 })
    expect(pace.framesPerSecond).toBe(300)
  })

  it('comes back to what it began with after a slow while, also when phones send little', () => {
    const slow = run(firstPace(2), { capacity: 100, seconds: 10 }).pace
    expect(slow.framesPerSecond).toBe(100)
    const { pace } = run(slow, { capacity: 1000, seconds: 600, demand: 0.1 })
    expect(pace.framesPerSecond).toBe(600)
  })

  it('waits no longer for its next try because a slow while was long, in which phones went on at their old rates', () => {
    let pace = firstPace(2)
    for (let now = 0; now < 60_000; now += lookMs) {
      pace = nextPace(pace, { wanted: 720, painted: 200, ms: lookMs }, now)
    }
    const { seen } = run(pace, { capacity: 1000, seconds: 70 })
    expect(seen.at(-1)).toBeGreaterThan(100)
  })

  it('ends near what the computer paints, whatever that is, and within its bounds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 32 }), (capacity, cores) => {
        const { seen } = run(firstPace(cores), { capacity, seconds: 3600 })
        expect(Math.min(...seen)).toBeGreaterThanOrEqual(60)
        expect(Math.max(...seen)).toBeLessThanOrEqual(1200)
        const late = seen.slice(seen.length / 2).sort((a, b) => a - b)
        const usual = late[Math.floor(late.length / 2)] ?? 0
        expect(usual).toBeLessThanOrEqual(Math.max(60, capacity / 0.85) + 1)
        expect(usual).toBeGreaterThanOrEqual(Math.min(1200, Math.max(60, capacity * 0.6)) - 1)
      }),
    )
  })
})
