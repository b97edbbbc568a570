import { beforeEach, describe, expect, it } from 'vitest'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { Task, TaskStep, TaskWork } from '../../../src-shared/features/task-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import { createTaskReports } from '../../../src-main/core/tasks/task-reports'

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

describe('the reports of tasks', () => {
  let sent: AppEvent[]
  let notices: AppEvent[]
  let show: (tasks: Task[]) => void
  let report: (steps: TaskStep[], more?: Partial<Task>) => void

  beforeEach(() => {
    sent = []
    notices = []
    show = createTaskReports((event) => {
      sent.push(event)
      if (event.type === 'notice') notices.push(event)
    })
    report = (steps, more = {}) =>
      show([
        { id: 'r', work: home, steps, paused: false, waitsUntil: null, startedAt: 0, endedBy: null, ...more },
      ])
  })
  const notice = (publicId: string, fault: Fault) => ({ type: 'notice', publicId, fault, action })

  it('report a missed action once, on its phone', () => {
    report([step('a', 'done'), step('b', 'waiting', rejected), step('c', 'under-way')])
    expect(notices).toEqual([])
    report([step('a', 'done'), step('b', 'failed', rejected), step('c', 'under-way')])
    expect(notices).toEqual([notice('b', rejected)])
    const lost: Fault = { kind: 'network', reason: 'connection-lost', host: 'a' }
    report([step('a', 'done'), step('b', 'failed', rejected), step('c', 'unknown', lost)])
    expect(notices.slice(1)).toEqual([notice('c', lost)])
  })

  it('report an action again when it is missed again', () => {
    for (const state of ['failed', 'waiting', 'failed'] as const)
      report([step('a', state, state === 'failed' ? rejected : null)])
    expect(notices).toEqual([notice('a', rejected), notice('a', rejected)])
  })

  it('report a task’s end once for all its phones, and no cancelled step', () => {
    const steps = [step('a', 'failed', { ...usedUp }), step('b', 'not-tried'), step('c', 'failed', rejected)]
    report(steps, { endedBy: usedUp })
    const ended = {
      kind: 'run-ended',
      because: usedUp,
      names: steps.slice(0, 2).map((each) => each.deviceName),
    }
    expect(notices).toEqual([{ type: 'notice', publicId: null, fault: ended, action }, notice('c', rejected)])
    report([step('c', 'cancelled', { kind: 'cancelled' })], { id: 's' })
    expect(notices).toHaveLength(2)
  })

  it('report a task’s end on the phone if it concerns only one', () => {
    report([step('a', 'done'), step('b', 'not-tried')], { endedBy: usedUp })
    expect(notices).toEqual([notice('b', usedUp)])
  })

  it('report no missed edit, which the inspector shows', () => {
    report([step('a', 'failed', rejected)], {
      work: { kind: 'edit', edit: { notes: 'x' } },
    })
    expect(notices).toEqual([])
  })

  it('send the list of tasks when it changes, else only the changed task', () => {
    const of = (id: string): Task => ({
      id,
      work: home,
      steps: [],
      paused: false,
      waitsUntil: null,
      startedAt: 0,
      endedBy: null,
    })
    const [first, second, changed] = [of('r'), of('s'), of('s')]
    show([first])
    show([first, second])
    show([first, changed])
    show([changed])
    expect(sent).toEqual([
      { type: 'tasks', tasks: [first] },
      { type: 'tasks', tasks: [first, second] },
      { type: 'task', task: changed },
      { type: 'tasks', tasks: [changed] },
    ])
  })
})
