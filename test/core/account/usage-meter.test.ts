import { beforeEach, describe, expect, it } from 'vitest'
import type { UsageState } from '../../../src-shared/features/usage-state'
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
    expect(meter.usedUp('actions')).toBeNull()
    reading = { ...usage({ actions: [1000, 1000] }), resets_at: resetsAt }
    await meter.read()
    const usedUp = { kind: 'budget-used-up', budget: 'actions', resetsAt }
    expect(meter.usedUp('actions')).toEqual(usedUp)
    expect(meter.usedUp('uploads')).toBeNull()
    fault = { kind: 'network', reason: 'timeout', host: 'a' }
    clock.advance(11 * hour)
    expect(meter.usedUp('actions')).toBeNull()
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

  it('reads every minute, and every 15 s while budgets are in use', async () => {
    await meter.read()
    const readingsIn = async (ms: number) => {
      const before = asked
      for (let left = ms; left > 0; left -= 1000) {
        clock.advance(1000)
        await new Promise(setImmediate)
      }
      return asked - before
    }
    expect(await readingsIn(minute)).toBe(1)
    meter.use(2)
    expect(await readingsIn(minute)).toBe(4)
    meter.use(0)
    expect(await readingsIn(15_000)).toBe(1)
    meter.spent()
    meter.spent()
    expect(await readingsIn(minute)).toBe(1)
    expect(await readingsIn(15_000)).toBe(1)
    fault = { kind: 'network', reason: 'timeout', host: 'a' }
    await meter.read()
    meter.spent()
    meter.use(2)
    expect(await readingsIn(59_000), 'a fault decides when to ask again').toBe(0)
  })

  it('reads what was spent during a reading within 15 s too', async () => {
    let answer: () => void = () => undefined
    waitsFor = new Promise((resolve) => (answer = resolve))
    const first = meter.read()
    meter.spent()
    answer()
    await first
    clock.advance(15_000)
    expect(asked).toBe(2)
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
    for (const seconds of [0, 14, 28, 42]) {
      // The service counts whole minutes.
      await meter.read()
      expect(meter.state.minutesEndAt, `${seconds} s`).toBe(
        Math.round((begun + 300 * minute) / minute) * minute,
      )
      clock.advance(14_000)
    }
    meter.use(5)
    await meter.read()
    expect(meter.state.minutesEndAt).toBe(Math.round((begun + 61 * minute) / minute) * minute)
    meter.use(0)
    await meter.read()
    expect(meter.state.minutesEndAt).toBeNull()
  })

  it('predicts no end after the reset', async () => {
    reading = usage({ active_minutes: [100, 1000] })
    meter.use(1)
    await meter.read()
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
    const readsUsed = (actions: number) => {
      reading = { ...usage({ actions: [actions, 1000] }), resets_at: reading.resets_at }
      return meter.read()
    }

    it('come once at 80% of a budget, once at 95% and once at its end', async () => {
      for (const actions of [799, 800, 801, 949, 950, 999, 1000, 1000]) await readsUsed(actions)
      expect(warnings).toEqual([low('actions', 80, 200), low('actions', 95, 50), usedUp('actions')])
    })

    it('do not repeat when a later reading shows less', async () => {
      for (const actions of [1000, 999, 1000]) await readsUsed(actions)
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
    meter.spent()
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
