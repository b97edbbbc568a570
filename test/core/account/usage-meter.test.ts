import { beforeEach, describe, expect, it } from 'vitest'
import type { UsageState } from '../../../src-shared/bridge/usage-state'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { BudgetName } from '../../../src-shared/protocol/budget-name'
import type { Usage } from '../../../src-shared/protocol/usage'
import { createServerClock, type ServerClock } from '../../../src-main/core/service/server-clock'
import { meterApi, UsageMeter } from '../../../src-main/core/account/usage-meter'
import { createDeviceApi } from '../../../src-main/core/service/device-api'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { faultOfCall } from '../service/fault-of-call'

const minute = 60_000
const hour = 60 * minute

describe('usage meter (spec 4.9, section 8)', () => {
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
    meter = new UsageMeter({
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

  it('adds what the app spends, and marks those budgets as estimated', async () => {
    await meter.read()
    expect(meter.state.estimated).toEqual([])
    meter.spent('actions', 3)
    meter.spent('uploads', 1)
    clock.advance(2000)
    expect(shown('actions')).toEqual(figures(3))
    expect(shown('uploads')).toEqual(figures(1))
    expect(shown('snapshots')).toEqual(figures(0))
    expect(meter.state.estimated).toEqual(['actions', 'uploads'])
  })

  it('says at once how far the clock is off that was set, and keeps its figures', async () => {
    serverClock.learn(new Date(clock.now()).toUTCString(), clock.monotonic())
    await meter.read()
    const before = meter.state
    clock.setWall(365 * 24 * hour)
    meter.clockWasSet()
    expect(meter.state.serviceAheadMs - before.serviceAheadMs).toBe(-365 * 24 * hour)
    expect(meter.state.usage).toEqual(before.usage)
    clock.setWall(-365 * 24 * hour)
    meter.clockWasSet()
    expect(states.at(-1)).toEqual(before)
  })

  it('takes a budget for used up only when a reading says so, until its day is over', async () => {
    expect(meter.usedUp('actions')).toBeNull()
    reading = usage({ actions: [999, 1000] })
    const resetsAt = reading.resets_at
    await meter.read()
    meter.spent('actions', 1)
    clock.advance(2000)
    expect(meter.usedUp('actions')).toBeNull()
    reading = { ...usage({ actions: [1000, 1000] }), resets_at: resetsAt }
    await meter.read()
    const usedUp = { kind: 'budget-used-up', budget: 'actions', resetsAt }
    expect(meter.usedUp('actions')).toEqual(usedUp)
    expect(meter.usedUp('uploads')).toBeNull()
    meter.spent('actions', 1)
    clock.advance(2000)
    expect(meter.usedUp('actions')).toEqual(usedUp)
    fault = { kind: 'network', reason: 'timeout', host: 'a' }
    clock.advance(11 * hour)
    expect(meter.usedUp('actions')).toBeNull()
  })

  it('starts from zero at each reading', async () => {
    await meter.read()
    meter.spent('actions', 3)
    reading = usage({ actions: [5, 1000] })
    await meter.read()
    expect(shown('actions')).toEqual(figures(5))
    expect(meter.state.estimated).toEqual([])
    meter.spent('actions', 1)
    clock.advance(2000)
    expect(shown('actions')).toEqual(figures(6))
  })

  it('adds to the last reading while no new one succeeds', async () => {
    await meter.read()
    meter.spent('actions', 2)
    fault = { kind: 'network', reason: 'timeout', host: 'a' }
    await meter.read()
    clock.advance(2000)
    expect(shown('actions')).toEqual(figures(2))
    expect(meter.state).toMatchObject({ fault, estimated: ['actions'] })
  })

  it('reports how far the service’s clock is ahead, even when a reading fails', async () => {
    await meter.read()
    expect(meter.state.serviceAheadMs).toBe(0)
    serverClock.learn(new Date(clock.now() + 24 * hour).toUTCString(), clock.monotonic())
    fault = { kind: 'network', reason: 'timeout', host: 'a' }
    await meter.read()
    expect(Math.abs(meter.state.serviceAheadMs - 24 * hour)).toBeLessThanOrEqual(1000)
    expect(states.at(-1)).toEqual(meter.state)
  })

  it('never shows less than nothing remaining', async () => {
    reading = usage({ actions: [999, 1000] })
    await meter.read()
    meter.spent('actions', 5)
    clock.advance(2000)
    expect(shown('actions')).toEqual({ used: 1004, budget: 1000, remaining: 0 })
  })

  it('counts a minute a minute for each phone in use', async () => {
    await meter.read()
    meter.use(4)
    clock.advance(32_000)
    expect(shown('active_minutes')).toEqual(figures(2))
    meter.use(1)
    clock.advance(28_000)
    expect(shown('active_minutes')).toEqual(figures(2))
    meter.use(0)
    await meter.read()
    clock.advance(50_000)
    expect(shown('active_minutes')).toEqual(figures(0))
  })

  it('counts no minutes during sleep', async () => {
    let sleptMs = 0
    const machine = { ...clock, monotonic: () => clock.monotonic() + sleptMs }
    const sleeper = new UsageMeter({
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

  it('reports at most every 2 s, and only changes', async () => {
    await meter.read()
    states = []
    meter.use(5)
    for (let tenth = 0; tenth < 100; tenth++) {
      meter.spent('actions', 1)
      clock.advance(100)
    }
    expect(states).toHaveLength(5)
    expect(shown('actions')?.used).toBeGreaterThanOrEqual(80)
    meter.use(1)
    clock.advance(4000)
    states = []
    clock.advance(6000)
    expect(states).toEqual([])
  })

  it('reads again soon after the reset by the service’s clock', async () => {
    reading = { ...usage(), resets_at: new Date(clock.now() + 20_000).toISOString() }
    await meter.read()
    clock.advance(22_499)
    expect(asked).toBe(1)
    clock.advance(1)
    expect(asked).toBe(2)
  })

  it('keeps its pace when the service names a reset in the past', async () => {
    reading = { ...usage(), resets_at: new Date(clock.now() - hour).toISOString() }
    await meter.read()
    clock.advance(minute - 1)
    expect(asked).toBe(1)
  })

  it('predicts when the active minutes end, if that is before the reset', async () => {
    reading = usage({ active_minutes: [700, 1000] })
    await meter.read()
    expect(meter.state.minutesEndAt).toBeNull()
    const begun = clock.now()
    meter.use(1)
    clock.advance(2000)
    expect(meter.state.minutesEndAt).toBe(Math.round((begun + 300 * minute) / minute) * minute)
    states = []
    clock.advance(38_000)
    // The service counts whole minutes.
    await meter.read()
    clock.advance(2000)
    expect(new Set(states.map(({ minutesEndAt }) => minutesEndAt)).size).toBe(1)
    expect(meter.state.minutesEndAt).toBe(Math.round((begun + 300 * minute) / minute) * minute)
    meter.use(5)
    clock.advance(2000)
    expect(meter.state.minutesEndAt).toBe(Math.round((begun + 61 * minute) / minute) * minute)
    meter.use(0)
    clock.advance(2000)
    expect(meter.state.minutesEndAt).toBeNull()
  })

  it('predicts no end after the reset', async () => {
    reading = usage({ active_minutes: [100, 1000] })
    await meter.read()
    meter.use(1)
    clock.advance(2000)
    expect(meter.state.minutesEndAt).toBeNull()
  })

  describe('warnings', () => {
    const low = (budget: BudgetName, percent: number, remaining: number): Fault => ({
      kind: 'budget-low',
      budget,
      percent,
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
      clock.advance(2000)
    }

    it('come once at 80% of a budget, once at 95% and once at its end', async () => {
      reading = usage({ snapshots: [80, 100] })
      await meter.read()
      expect(warnings).toEqual([low('snapshots', 80, 20)])
      spend(799)
      expect(warnings).toHaveLength(1)
      spend(1)
      spend(1)
      expect(warnings.slice(1)).toEqual([low('actions', 80, 200)])
      spend(149)
      spend(1)
      expect(warnings.slice(2)).toEqual([low('actions', 95, 50)])
      spend(48)
      spend(1)
      expect(warnings.slice(3)).toEqual([usedUp('actions')])
    })

    it('do not repeat when a reading shows less than the estimate', async () => {
      reading = usage({ actions: [799, 1000] })
      await meter.read()
      spend(201)
      await meter.read()
      spend(1)
      spend(200)
      expect(warnings).toEqual([usedUp('actions')])
    })

    it('come again on the next day', async () => {
      reading = usage({ actions: [1000, 1000] })
      await meter.read()
      clock.advance(10 * hour)
      reading = usage({ actions: [950, 1000] })
      await meter.read()
      expect(warnings).toMatchObject([{ kind: 'budget-used-up' }, { kind: 'budget-low', remaining: 50 }])
    })

    it('do not come for a budget the account does not have, or for yesterday’s', async () => {
      reading = usage({ uploads: [0, 0] })
      await meter.read()
      reading = { ...usage({ actions: [1000, 1000] }), resets_at: new Date(clock.now() - 1).toISOString() }
      await meter.read()
      expect(warnings).toEqual([])
    })
  })

  it('sets no timer once closed', async () => {
    await meter.read()
    meter.use(1)
    meter.close()
    meter.spent('actions', 1)
    expect(clock.pending).toBe(0)
  })
})

describe('meterApi', () => {
  const spent: BudgetName[] = []
  let fails = false
  const endpoints = createDeviceApi({
    ask: () => (fails ? Promise.reject(new FaultError({ kind: 'cancelled' })) : Promise.resolve({} as never)),
  })
  const api = meterApi(endpoints, (budget) => spent.push(budget))

  it('counts an action and a screenshot that succeed, and no other call', async () => {
    await api.act('dev_a', { type: 'recalibrate' })
    await api.snapshot('dev_a')
    await api.edit('dev_a', { notes: 'x' })
    await api.usage()
    fails = true
    await faultOfCall(api.act('dev_a', { type: 'recalibrate' }))
    expect(spent).toEqual(['actions', 'snapshots'])
  })
})
