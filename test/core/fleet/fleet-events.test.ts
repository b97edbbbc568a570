import { beforeEach, describe, expect, it } from 'vitest'
import type { AppEvent } from '../../../src-shared/bridge/contract'
import type { Task, TaskStep, TaskWork } from '../../../src-shared/bridge/task-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import { createFleetEvents } from '../../../src-main/core/fleet/fleet-events'

const action = { type: 'press', name: 'home' } as const
const home: TaskWork = { kind: 'act', action }
const rejected: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: '' }
const usedUp: Fault = { kind: 'budget-used-up', budget: 'actions', resetsAt: '2030-01-02T00:00:00Z' }

const step = (publicId: string, state: TaskStep['state'], fault: Fault | null = null): TaskStep => ({
  publicId,
  deviceName: publicId,
  state,
  fault,
})

describe('what a run misses on a phone', () => {
  let notices: AppEvent[]
  let tell: (steps: TaskStep[], more?: Partial<Task>) => void

  beforeEach(() => {
    notices = []
    const events = createFleetEvents(
      (event) => {
        if (event.type === 'notice') notices.push(event)
      },
      { proved: () => undefined, learn: () => undefined, findOut: () => Promise.resolve() },
    )
    tell = (steps, more = {}) =>
      events.tasks([{ id: 'r', work: home, steps, startedAt: 0, endedBy: null, ...more }])
  })
  const notice = (publicId: string, fault: Fault) => ({ type: 'notice', publicId, fault, action })

  it('is told on that phone, once', () => {
    tell([step('a', 'done'), step('b', 'waiting', rejected), step('c', 'under-way')])
    expect(notices).toEqual([])
    tell([step('a', 'done'), step('b', 'failed', rejected), step('c', 'under-way')])
    expect(notices).toEqual([notice('b', rejected)])
    const lost: Fault = { kind: 'network', reason: 'connection-lost', host: 'a' }
    tell([step('a', 'done'), step('b', 'failed', rejected), step('c', 'unknown', lost)])
    expect(notices.slice(1)).toEqual([notice('c', lost)])
  })

  it('is told again where it is missed again', () => {
    for (const state of ['failed', 'waiting', 'failed'] as const)
      tell([step('a', state, state === 'failed' ? rejected : null)])
    expect(notices).toEqual([notice('a', rejected), notice('a', rejected)])
  })

  it('is told once of all that were not tried any more, but not where the user has cancelled it', () => {
    const steps = [step('a', 'failed', { ...usedUp }), step('b', 'not-tried'), step('c', 'failed', rejected)]
    tell(steps, { endedBy: usedUp })
    const ended = {
      kind: 'run-ended',
      because: usedUp,
      names: steps.slice(0, 2).map((each) => each.deviceName),
    }
    expect(notices).toEqual([{ type: 'notice', publicId: null, fault: ended, action }, notice('c', rejected)])
    tell([step('c', 'cancelled', { kind: 'cancelled' })], { id: 's' })
    expect(notices).toHaveLength(2)
  })

  it('is told on the phone where it has ended there alone', () => {
    tell([step('a', 'done'), step('b', 'not-tried')], { endedBy: usedUp })
    expect(notices).toEqual([notice('b', usedUp)])
  })

  it('is not told of an edit, which the inspector shows', () => {
    tell([step('a', 'failed', rejected)], { work: { kind: 'edit', edit: { notes: 'x' } } })
    expect(notices).toEqual([])
  })
})
