import { beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../src-shared/protocol/fault'
import { problemCodes, type ProblemCode } from '../../src-shared/protocol/problem-code'
import { createBackoff } from '../../src-main/core/backoff'
import { createComebackPolicy, type ComebackPolicy, type Parked } from '../../src-main/core/comeback'
import { readRetryMs } from '../../src-main/core/read-retry'
import { createFakeClock } from './fake-clock'

const problem = (code: ProblemCode): Fault => ({ kind: 'problem', code, status: 400, detail: '' })

describe('what a problem means for another attempt (spec 7)', () => {
  let comeback: ComebackPolicy

  beforeEach(() => {
    const clock = createFakeClock()
    comeback = createComebackPolicy({ clock, backoff: createBackoff(clock, () => 0.5), msUntil: () => 0 })
  })

  const passing: readonly ProblemCode[] = ['rate_limited', 'internal', 'device_offline', 'kernel_timeout']
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
    expect(readRetryMs(problem(code), 1) !== null).toBe(passing.includes(code))
  })
})
