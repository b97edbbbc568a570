import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../src-shared/protocol/fault'
import { idleFault, idleReason, notInterrupted } from '../../../src-main/core/planning/planning'

const a = new Set(['a'])
const none = new Set<string>()
const inNone = { crowdedOut: none, passing: none, leftAlone: none, withoutMinutes: none }
const unread: Fault = { kind: 'network', reason: 'timeout', host: 'api.example.com' }
const minutes: Fault = { kind: 'budget-used-up', budget: 'active_minutes', resetsAt: '2030-01-01T00:00:00Z' }

describe('the reason why a phone is idle', () => {
  it.each([
    ['job', { leftAlone: a }],
    ['minutes-used-up', { withoutMinutes: a }],
    ['max-active-devices', { crowdedOut: a }],
    ['passing', { passing: a }],
    ['hidden', {}],
  ])('is %s when the plan says so', (reason, plan) => {
    expect(idleReason({ ...inNone, ...plan }, 'a')).toBe(reason)
    expect(idleReason({ ...inNone, ...plan }, 'b')).toBe('hidden')
  })

  it('shows the job before any other reason', () => {
    expect(idleReason({ crowdedOut: a, passing: a, leftAlone: a, withoutMinutes: a }, 'a')).toBe('job')
  })

  it('is a fault only when jobs cannot be read or the minutes are used up', () => {
    expect(idleFault('passing', unread, minutes)).toBe(unread)
    expect(idleFault('minutes-used-up', unread, minutes)).toBe(minutes)
    for (const reason of ['job', 'max-active-devices', 'hidden'] as const)
      expect(idleFault(reason, unread, minutes)).toBeNull()
  })

  it('is reported when it prevents the interruption of a job', () => {
    const job = { kind: 'warm_up', status: 'queued' }
    for (const reason of ['max-active-devices', 'minutes-used-up'] as const) {
      expect(notInterrupted(reason, job)).toEqual({ kind: 'not-interrupted', job: 'warm_up', reason })
      expect(notInterrupted(reason, null), 'its job is over').toBeNull()
    }
    for (const reason of ['job', 'passing', 'hidden'] as const) expect(notInterrupted(reason, job)).toBeNull()
  })
})
