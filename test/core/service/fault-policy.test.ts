import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { ProblemCode } from '../../../src-shared/protocol/problem-code'
import { askedWaitMs, quietMs, retriesOf, ruleOf } from '../../../src-main/core/service/fault-policy'

const problem = (code: ProblemCode, more: object = {}): Fault => ({
  kind: 'problem',
  code,
  status: 400,
  detail: '',
  ...more,
})
const network = (reason: Extract<Fault, { kind: 'network' }>['reason']): Fault => ({
  kind: 'network',
  reason,
  host: 'localhost',
})
const unreadable = (status: number): Fault => ({
  kind: 'unreadable-answer',
  status,
  why: 'html',
  excerpt: '',
})

describe('fault policy', () => {
  it('retries a rate-limited request of any kind, and holds its rate', () => {
    const fault = problem('rate_limited')
    expect((['read', 'action', 'step', 'upload'] as const).map((what) => retriesOf(fault, what))).toEqual([
      2,
      2,
      Infinity,
      10,
    ])
    expect(ruleOf(fault)).toMatchObject({ after: 'wait', holds: 'rate' })
  })

  it.each<[Fault, boolean]>([
    [problem('internal'), true],
    [problem('command_rejected'), false],
    [network('timeout'), true],
    [network('tls'), false],
    [unreadable(504), true],
    [unreadable(200), false],
    [{ kind: 'input-not-sent', why: 'cancelled' }, false],
  ])('retries a read after %j: %s', (fault, isRetried) => {
    expect(askedWaitMs(fault, 'read') !== null).toBe(isRetried)
  })

  it.each([
    ['read', 30],
    ['action', 5],
  ] as const)('waits for a %s for at most %i s of Retry-After', (what, most) => {
    const asked = (retryAfterS: number) => askedWaitMs(problem('rate_limited', { retryAfterS }), what)
    expect([asked(most), asked(most + 1)]).toEqual([most * 1000, null])
  })

  it('does not wait for Retry-After where it makes room itself', () => {
    const full = problem('max_active_devices_reached', { retryAfterS: 60 })
    expect((['action', 'step', 'read'] as const).map((what) => askedWaitMs(full, what))).toEqual([
      3000,
      3000,
      null,
    ])
  })

  it('waits until a used-up budget resets, and never less than Retry-After', () => {
    const resetsAt = '2026-01-02T00:00:00Z'
    const quiet = (more: object) => quietMs(problem('quota_exceeded', { resetsAt, ...more }), () => 60_000)
    expect([quiet({}), quiet({ retryAfterS: 90 })]).toEqual([60_000, 90_000])
  })

  it('stops everything after a refused key, but not after device_not_found', () => {
    const holds = (['unauthorized', 'forbidden', 'insufficient_tokens', 'device_not_found'] as const).map(
      (code) => ruleOf(problem(code)).holds,
    )
    expect(holds).toEqual(['account', 'account', 'account', 'request'])
  })
})
