import { describe, expect, it } from 'vitest'
import type { TaskStepStateName } from '../../../src-shared/bridge/task-state'
import { forecastTaskMs, type ForecastItem, type Pace } from '../../../src-main/core/tasks/task-forecast'

/** A gate that lets one of these go a second. */
const gate: Pace['gate'] = { forecastMs: (phones) => phones.length * 1000 }
const pace: Pace = { now: 5000, gate, mostAtOnce: 4, stepMs: 0, nextAt: 0 }
const item = (
  publicId: string,
  state: TaskStepStateName = 'waiting',
  more: Partial<ForecastItem> = {},
): ForecastItem => ({ told: { publicId, state }, notBefore: -Infinity, restsUntil: null, ...more })
const items = (count: number) => Array.from({ length: count }, (_, index) => item(`dev_${index}`))

describe('how long a run takes', () => {
  it('is what the rate makes of all that waits, in the runs before it too', () => {
    expect(forecastTaskMs(pace, [], items(5))).toBe(5000)
    expect(forecastTaskMs(pace, items(3), items(5))).toBe(8000)
  })

  it('leaves out what is over, and what is under way waits for no rate', () => {
    const own = [item('a', 'done'), item('b', 'not-tried'), item('c', 'under-way'), item('d')]
    expect(forecastTaskMs(pace, [item('e', 'failed')], own)).toBe(1000)
  })

  it('is how long the service takes for four at once, where that is longer', () => {
    expect(forecastTaskMs({ ...pace, stepMs: 10_000 }, [], items(9))).toBe(30_000)
  })

  it('is not over before the one that waits longest for another try', () => {
    expect(forecastTaskMs(pace, [], [item('a', 'waiting', { notBefore: 65_000 })])).toBe(60_000)
  })

  it('begins when something may be sent again, where nothing answers', () => {
    expect(forecastTaskMs({ ...pace, nextAt: 25_000 }, [], items(5))).toBe(25_000)
    expect(forecastTaskMs({ ...pace, nextAt: 4000 }, [], items(5))).toBe(5000)
  })

  it('waits for phones of its own that rest, in a run before it too, and for no others', () => {
    const resting = item('a', 'under-way', { restsUntil: 95_000 })
    expect(forecastTaskMs(pace, [], [resting])).toBe(90_000)
    expect(forecastTaskMs(pace, [resting], [item('a')])).toBe(90_000)
    expect(forecastTaskMs(pace, [resting], [item('b')])).toBe(1000)
  })

  it('has nothing to do with the rate once only resting ones are left', () => {
    const resting = item('a', 'under-way', { restsUntil: 6000 })
    expect(forecastTaskMs(pace, items(50), [resting])).toBe(1000)
  })
})
