import { beforeEach, describe, expect, it } from 'vitest'
import type { UsageState } from '../../../src-shared/bridge/usage-state'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { BudgetName } from '../../../src-shared/protocol/budget-name'
import type { Usage } from '../../../src-shared/protocol/usage'
import { createServerClock, type ServerClock } from '../../../src-main/core/service/server-clock'
import { createUsageMeter, type UsageMeter } from '../../../src-main/core/account/usage-meter'
import { createFakeClock, type FakeClock } from '../base/fake-clock'

const minute = 60_000
const hour = 60 * minute

describe('the budgets between two readings (spec 4.9, section 8)', () => {
  let clock: FakeClock
  let reading: Usage
  let fault: Fault | null
  let asked: number
  let waitsFor: Promise<void>
  let states: UsageState[]
  let warnings: Fault[]
  let serverClock: ServerClock
  let meter: UsageMeter

  const usage = (changes: Partial<Record<BudgetName, [used: number, budget: number]>> = {}): Usage => {
    const budget = (name: BudgetName) => {
      const [used, all] = changes[name] ?? [0, 1000]
      return { used, budget: all, remaining: all - used }
    }
    return {
      active_minutes: budget('active_minutes'),
      actions: budget('actions'),
      snapshots: budget('snapshots'),
      uploads: budget('uploads'),
      max_active_devices: 5,
      resets_at: new Date(clock.now() + 10 * hour).toISOString(),
    }
  }

  beforeEach(() => {
    clock = createFakeClock()
    reading = usage()
    fault = null
    asked = 0
    waitsFor = Promise.resolve()
    states = []
    warnings = []
    serverClock = createServerClock(clock)
    meter = createUsageMeter({
      clock,
      random: () => 0.5,
      api: {
        async usage() {
          asked += 1
          await waitsFor
          if (fault) throw new FaultError(fault)
          return reading
        },
      },
      serverClock,
      onState: (state) => states.push(state),
      onWarning: (warning) => warnings.push(warning),
    })
  })

  const shown = (name: BudgetName) => meter.state.usage?.[name]
  const figures = (used: number, budget = 1000) => ({ used, budget, remaining: budget - used })

  it('are counted on by what is spent, and said to be estimated', async () => {
    await meter.read()
    expect(meter.state.estimated).toEqual([])
    meter.spent('actions', 3)
    meter.spent('uploads', 1)
    clock.advance(1000)
    expect(shown('actions')).toEqual(figures(3))
    expect(shown('uploads')).toEqual(figures(1))
    expect(shown('snapshots')).toEqual(figures(0))
    expect(meter.state.estimated).toEqual(['actions', 'uploads'])
  })

  it('are used up where a reading says so, whatever is spent since, until their day is over', async () => {
    expect(meter.usedUp('actions')).toBeNull()
    reading = usage({ actions: [999, 1000] })
    const resetsAt = reading.resets_at
    await meter.read()
    meter.spent('actions', 1)
    clock.advance(1000)
    expect(meter.usedUp('actions'), 'it is only counted on').toBeNull()
    reading = { ...usage({ actions: [1000, 1000] }), resets_at: resetsAt }
    await meter.read()
    const usedUp = { kind: 'budget-used-up', budget: 'actions', resetsAt }
    expect(meter.usedUp('actions')).toEqual(usedUp)
    expect(meter.usedUp('uploads')).toBeNull()
    meter.spent('actions', 1)
    clock.advance(1000)
    expect(meter.usedUp('actions')).toEqual(usedUp)
    fault = { kind: 'network', reason: 'timeout', host: 'a' }
    clock.advance(11 * hour)
    expect(meter.usedUp('actions')).toBeNull()
  })

  it('are as they are read, with nothing added that was spent before the reading came', async () => {
    await meter.read()
    meter.spent('actions', 3)
    let answer: () => void = () => undefined
    waitsFor = new Promise((resolve) => (answer = resolve))
    const begunAt = clock.monotonic()
    const read = meter.read()
    clock.advance(100)
    meter.spent('actions', 2)
    reading = usage({ actions: [5, 1000] })
    clock.advance(100)
    answer()
    await read
    expect(shown('actions')).toEqual(figures(5))
    expect(meter.state.estimated).toEqual([])
    // It may have been carried out before the reading was made.
    meter.spent('actions', 1, begunAt)
    clock.advance(1000)
    expect(shown('actions')).toEqual(figures(5))
    meter.spent('actions', 1)
    clock.advance(1000)
    expect(shown('actions')).toEqual(figures(6))
  })

  it('are counted on from the last reading while none succeeds', async () => {
    await meter.read()
    meter.spent('actions', 2)
    fault = { kind: 'network', reason: 'timeout', host: 'a' }
    await meter.read()
    clock.advance(1000)
    expect(shown('actions')).toEqual(figures(2))
    expect(meter.state).toMatchObject({ fault, estimated: ['actions'] })
  })

  it('come with how far the service’s clock is ahead of this computer’s, also when they cannot be read', async () => {
    await meter.read()
    expect(meter.state.serviceAheadMs).toBe(0)
    serverClock.learn(new Date(clock.now() + 24 * hour).toUTCString(), clock.monotonic())
    fault = { kind: 'network', reason: 'timeout', host: 'a' }
    await meter.read()
    expect(Math.abs(meter.state.serviceAheadMs - 24 * hour)).toBeLessThanOrEqual(1000)
    expect(states.at(-1)).toEqual(meter.state)
  })

  it('are never less than nothing', async () => {
    reading = usage({ actions: [999, 1000] })
    await meter.read()
    meter.spent('actions', 5)
    clock.advance(1000)
    expect(shown('actions')).toEqual({ used: 1004, budget: 1000, remaining: 0 })
  })

  it('lose a minute a minute for each phone that is in use', async () => {
    await meter.read()
    meter.use(4)
    clock.advance(31_000)
    expect(shown('active_minutes')).toEqual(figures(2))
    meter.use(1)
    clock.advance(29_000)
    expect(shown('active_minutes')).toEqual(figures(2))
    meter.use(0)
    await meter.read()
    clock.advance(50_000)
    expect(shown('active_minutes')).toEqual(figures(0))
  })

  it('lose no minutes in a sleep, though monotonic time goes on in it', async () => {
    let sleptMs = 0
    const machine = { ...clock, monotonic: () => clock.monotonic() + sleptMs }
    const sleeper = createUsageMeter({
      clock: machine,
      random: () => 0.5,
      api: { usage: () => Promise.resolve(reading) },
      serverClock: createServerClock(clock),
      onState: () => undefined,
      onWarning: () => undefined,
    })
    await sleeper.read()
    sleeper.use(1)
    clock.advance(2000)
    sleptMs = 8 * hour
    clock.advance(2000)
    expect(sleeper.state.usage?.active_minutes.used).toBe(0)
  })

  it('are told at most once a second, and not when nothing has changed', async () => {
    await meter.read()
    clock.advance(1000)
    states = []
    meter.use(5)
    for (let tenth = 0; tenth < 100; tenth++) {
      meter.spent('actions', 1)
      clock.advance(100)
    }
    expect(states.length).toBeLessThanOrEqual(11)
    expect(shown('actions')?.used).toBeGreaterThanOrEqual(90)
    meter.use(1)
    clock.advance(2000)
    states = []
    clock.advance(5000)
    expect(states).toEqual([])
  })

  it('are told every 5 s at most where only minutes pass, and what is spent meanwhile within a second', async () => {
    await meter.read()
    meter.use(60)
    clock.advance(1000)
    states = []
    clock.advance(50_000)
    expect(states).toHaveLength(10)
    meter.spent('actions', 1)
    clock.advance(1000)
    expect(shown('actions')).toEqual(figures(1))
  })

  it('are read anew soon after they are full again by the service’s clock, not by a rhythm of their own', async () => {
    reading = { ...usage(), resets_at: new Date(clock.now() + 20_000).toISOString() }
    await meter.read()
    clock.advance(22_499)
    expect(asked).toBe(1)
    clock.advance(1)
    expect(asked).toBe(2)
  })

  it('are not read again and again when the service says that they should be full already', async () => {
    reading = { ...usage(), resets_at: new Date(clock.now() - hour).toISOString() }
    await meter.read()
    clock.advance(minute - 1)
    expect(asked).toBe(1)
  })

  it('tell when the minutes end at the rate of now, if that is before they are full again', async () => {
    reading = usage({ active_minutes: [700, 1000] })
    await meter.read()
    expect(meter.state.minutesEndAt).toBeNull()
    const begun = clock.now()
    meter.use(1)
    clock.advance(1000)
    expect(meter.state.minutesEndAt).toBe(Math.round((begun + 300 * minute) / minute) * minute)
    states = []
    clock.advance(39_000)
    // The service counts whole minutes.
    await meter.read()
    clock.advance(1000)
    expect(new Set(states.map(({ minutesEndAt }) => minutesEndAt)).size, 'it does not waver').toBe(1)
    expect(meter.state.minutesEndAt).toBe(Math.round((begun + 300 * minute) / minute) * minute)
    meter.use(5)
    clock.advance(1000)
    expect(meter.state.minutesEndAt).toBe(Math.round((begun + 61 * minute) / minute) * minute)
    meter.use(0)
    clock.advance(1000)
    expect(meter.state.minutesEndAt).toBeNull()
  })

  it('tell of no end that comes after they are full again', async () => {
    reading = usage({ active_minutes: [100, 1000] })
    await meter.read()
    meter.use(1)
    clock.advance(1000)
    expect(meter.state.minutesEndAt).toBeNull()
  })

  describe('warn', () => {
    const low = (budget: BudgetName, remaining: number): Fault => ({
      kind: 'budget-low',
      budget,
      remaining,
      resetsAt: reading.resets_at,
    })
    const usedUp = (budget: BudgetName): Fault => ({
      kind: 'budget-used-up',
      budget,
      resetsAt: reading.resets_at,
    })
    const spend = (amount: number) => {
      meter.spent('actions', amount)
      clock.advance(1000)
    }

    it('of each once when nine tenths are used, and once when all is', async () => {
      reading = usage({ snapshots: [90, 100] })
      await meter.read()
      expect(warnings).toEqual([low('snapshots', 10)])
      spend(899)
      expect(warnings).toHaveLength(1)
      spend(1)
      spend(1)
      expect(warnings.slice(1)).toEqual([low('actions', 100)])
      spend(99)
      spend(1)
      expect(warnings.slice(2)).toEqual([usedUp('actions')])
    })

    it('not again when a reading says less than was reckoned', async () => {
      reading = usage({ actions: [899, 1000] })
      await meter.read()
      spend(101)
      await meter.read()
      spend(1)
      spend(100)
      expect(warnings).toEqual([usedUp('actions')])
    })

    it('again on the next day', async () => {
      reading = usage({ actions: [1000, 1000] })
      await meter.read()
      clock.advance(10 * hour)
      reading = usage({ actions: [950, 1000] })
      await meter.read()
      expect(warnings).toMatchObject([{ kind: 'budget-used-up' }, { kind: 'budget-low', remaining: 50 }])
    })

    it('neither of what the account does not have at all, nor of yesterday’s', async () => {
      reading = usage({ uploads: [0, 0] })
      await meter.read()
      reading = { ...usage({ actions: [1000, 1000] }), resets_at: new Date(clock.now() - 1).toISOString() }
      await meter.read()
      expect(warnings).toEqual([])
    })
  })

  it('are no longer looked at once the fleet is closed', async () => {
    await meter.read()
    meter.use(1)
    meter.close()
    meter.spent('actions', 1)
    expect(clock.pending).toBe(0)
  })
})
