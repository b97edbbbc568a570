import { beforeEach, describe, expect, it } from 'vitest'
import { unknownUsage, type UsageState } from '../../../src-shared/features/usage-state'
import type { BudgetName } from '../../../src-shared/protocol/budget-name'
import type { Fault } from '../../../src-shared/protocol/fault'
import {
  createFindExhaustedBudget,
  type FindExhaustedBudget,
} from '../../../src-main/core/account/find-exhausted-budget'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const usedUp = (budget: BudgetName): Fault => ({
  kind: 'budget-used-up',
  budget,
  resetsAt: '2030-01-01T00:00:00Z',
})

describe('the budget that is used up (spec 7, close code 4290; section 8, rule 2)', () => {
  let clock: FakeClock
  let state: UsageState
  let empty: BudgetName[]
  let reads: number
  let findUsedUp: FindExhaustedBudget

  beforeEach(() => {
    clock = createFakeClock()
    reads = 0
    findUsedUp = createFindExhaustedBudget(clock, {
      get state() {
        return state
      },
      read() {
        reads += 1
        return Promise.resolve()
      },
      usedUp: (budget) => (empty.includes(budget) ? usedUp(budget) : null),
    })
  })
  const answer = (used: BudgetName[], fault: UsageState['fault'] = null) => {
    empty = used
    state = { ...unknownUsage, fault }
  }

  it('is that of active minutes for both channels', async () => {
    answer(['active_minutes', 'actions'])
    expect(await findUsedUp('stream')).toEqual(usedUp('active_minutes'))
    expect(await findUsedUp('control')).toEqual(usedUp('active_minutes'))
  })

  it('is that of actions for control alone', async () => {
    answer(['actions'])
    expect(await findUsedUp('control')).toEqual(usedUp('actions'))
    expect(await findUsedUp('stream')).toBeNull()
  })

  it('is none while there is some left of each, and none where it cannot be read', async () => {
    answer(['snapshots', 'uploads'])
    expect(await findUsedUp('control')).toBeNull()
    clock.advance(10_000)
    answer(['active_minutes', 'actions'], { kind: 'cancelled' })
    expect(await findUsedUp('control')).toBeNull()
  })

  it('is that of the newest reading, where one has come since that of the cool-down', async () => {
    answer(['active_minutes'])
    await findUsedUp('stream')
    answer([])
    expect(await findUsedUp('stream')).toBeNull()
    expect(reads).toBe(1)
  })

  it('is read once for a hundred channels that are closed together', async () => {
    answer(['active_minutes'])
    await Promise.all(Array.from({ length: 100 }, () => findUsedUp('stream')))
    clock.advance(9999)
    await findUsedUp('control')
    expect(reads).toBe(1)
    clock.advance(1)
    await findUsedUp('stream')
    expect(reads).toBe(2)
  })
})
