import { beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../../src-shared/protocol/fault'
import { problemCodes, type ProblemCode } from '../../../src-shared/protocol/problem-code'
import { createBackoff } from '../../../src-main/core/time/backoff'
import {
  createReconnectPolicy,
  type ReconnectPolicy,
  type Parked,
} from '../../../src-main/core/phone/reconnect-policy'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const problem = (code: ProblemCode): Fault => ({ kind: 'problem', code, status: 400, detail: '' })

describe('what a loss means for another attempt (spec 7)', () => {
  let comeback: ReconnectPolicy
  let clock: FakeClock

  beforeEach(() => {
    clock = createFakeClock()
    const msUntil = (instant: string) => Math.max(0, Date.parse(instant) - clock.now())
    comeback = createReconnectPolicy({ clock, backoff: createBackoff(clock, () => 0.5), msUntil })
  })
  const waitMs = (fault: Fault) => (comeback.judge(fault).dueAt ?? Infinity) - clock.monotonic()

  const parked: Partial<Record<ProblemCode, Parked['reason']>> = {
    unauthorized: 'key',
    forbidden: 'refused',
    device_not_found: 'refused',
    quota_exceeded: 'budget',
  }

  it.each(problemCodes)('%s', (code) => {
    const { reason, dueAt } = comeback.judge(problem(code))
    expect(reason).toBe(parked[code] ?? 'retry')
    expect(dueAt === null, 'only a person can end what has no end').toBe(
      reason === 'key' || reason === 'refused',
    )
  })

  it('has the budgets read for a used-up one, and for no other problem', () => {
    const suspected = problemCodes.filter((code) => comeback.suspectsBudget(problem(code)))
    expect(suspected).toEqual(['quota_exceeded'])
  })

  it('has them looked at when 4290 comes again, and for no other loss', () => {
    const closed = (code: number): Fault => ({ kind: 'socket-closed', code, reason: '' })
    const suspects = (fault: Fault) => {
      comeback.judge(fault)
      return comeback.suspectsBudget(fault)
    }
    expect([closed(4290), closed(4290), closed(1011)].map(suspects)).toEqual([false, true, false])
    expect(suspects({ kind: 'network', reason: 'connection-lost', host: 'h' })).toBe(false)
  })

  it('is for the user to say where another session has the phone (4409)', () => {
    expect(comeback.judge({ kind: 'socket-closed', code: 4409, reason: '' })).toMatchObject({
      reason: 'taken',
      dueAt: null,
    })
  })

  it('waits at least as long as the service asks', () => {
    expect(waitMs({ ...problem('rate_limited'), retryAfterS: 20 } as Fault)).toBe(20_500)
  })

  it('waits until a used-up budget is full again, and a moment if it should be', () => {
    const usedUp = (resetsAt: string): Fault => ({ kind: 'budget-used-up', budget: 'actions', resetsAt })
    const untilReset = Date.UTC(2030, 0, 1, 12) - clock.now()
    expect(waitMs(usedUp('2030-01-01T12:00:00Z'))).toBe(untilReset + 500)
    expect(waitMs({ ...problem('quota_exceeded'), resetsAt: '2029-01-01T00:00:00Z' } as Fault)).toBe(1000)
  })
})
