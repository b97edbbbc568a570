import { beforeEach, describe, expect, it } from 'vitest'
import { unknownUsage, type UsageState } from '../../src-shared/bridge/usage-state'
import type { Usage } from '../../src-shared/protocol/usage'
import { createBudgetWatch, type FindUsedUp } from '../../src-main/core/budget-watch'
import { createFakeClock, type FakeClock } from './fake-clock'

const resetsAt = '2030-01-01T00:00:00Z'

function usage(activeMinutes: number, actions: number): Usage {
  const budget = (remaining: number) => ({ used: 0, budget: 9, remaining })
  return {
    active_minutes: budget(activeMinutes),
    actions: budget(actions),
    snapshots: budget(9),
    uploads: budget(9),
    max_active_devices: 5,
    resets_at: resetsAt,
  }
}

describe('the budget that is used up (spec 7, close code 4290; section 8, rule 2)', () => {
  let clock: FakeClock
  let state: UsageState
  let reads: number
  let findUsedUp: FindUsedUp

  beforeEach(() => {
    clock = createFakeClock()
    reads = 0
    findUsedUp = createBudgetWatch(clock, {
      get state() {
        return state
      },
      read() {
        reads += 1
        return Promise.resolve()
      },
    })
  })
  const answer = (read: Usage | null, fault: UsageState['fault'] = null) =>
    (state = { ...unknownUsage, usage: read, readAt: 0, fault })

  it('is that of active minutes for both channels', async () => {
    answer(usage(0, 9))
    const fault = { kind: 'budget-used-up', budget: 'active_minutes', resetsAt }
    expect(await findUsedUp('stream')).toEqual(fault)
    expect(await findUsedUp('control')).toEqual(fault)
  })

  it('is that of actions for control alone', async () => {
    answer(usage(9, 0))
    expect(await findUsedUp('control')).toEqual({ kind: 'budget-used-up', budget: 'actions', resetsAt })
    expect(await findUsedUp('stream')).toBeNull()
  })

  it('is none while there is some left of each, and none where it cannot be read', async () => {
    answer(usage(1, 1))
    expect(await findUsedUp('control')).toBeNull()
    clock.advance(10_000)
    answer(usage(0, 0), { kind: 'cancelled' })
    expect(await findUsedUp('control')).toBeNull()
  })

  it('is read once for a hundred channels that are closed together', async () => {
    answer(usage(0, 9))
    await Promise.all(Array.from({ length: 100 }, () => findUsedUp('stream')))
    clock.advance(9999)
    await findUsedUp('control')
    expect(reads).toBe(1)
    clock.advance(1)
    await findUsedUp('stream')
    expect(reads).toBe(2)
  })
})
