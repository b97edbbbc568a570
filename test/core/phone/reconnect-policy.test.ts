import { beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../../src-shared/protocol/fault'
import { problemCodes, type ProblemCode } from '../../../src-shared/protocol/problem-code'
import { createBackoff } from '../../../src-main/core/time/backoff'
import {
  createReconnectPolicy,
  type ReconnectPolicy,
  type Parked,
} from '../../../src-main/core/phone/reconnect-policy'
import { createFakeClock } from '../time/fake-clock'

const problem = (code: ProblemCode): Fault => ({ kind: 'problem', code, status: 400, detail: '' })

describe('what a loss means for another attempt (spec 7)', () => {
  let comeback: ReconnectPolicy

  beforeEach(() => {
    const clock = createFakeClock()
    comeback = createReconnectPolicy({ clock, backoff: createBackoff(clock, () => 0.5), msUntil: () => 0 })
  })

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
})
