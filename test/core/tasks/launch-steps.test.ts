import { describe, expect, it } from 'vitest'
import vocabulary from '../../../resources/vocabulary.json'
import type { Task, TaskStep, TaskWork } from '../../../src-shared/features/task-state'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import type { AutomationKind } from '../../../src-shared/protocol/automation-kind'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import { createJobWatch } from '../../../src-main/core/jobs/job-watch'
import { Tasks } from '../../../src-main/core/tasks/task'
import { launchTask, unfinishedLaunches } from '../../../src-main/core/tasks/task-specs'
import { RateGate } from '../../../src-main/core/service/rate-gate'
import { createFakeClock } from '../time/fake-clock'

const task = (work: TaskWork, steps: Record<string, TaskStep['state']>): Task => ({
  id: 'task',
  work,
  steps: Object.entries(steps).map(([publicId, state]) => ({
    publicId,
    deviceName: publicId,
    state,
    fault: null,
  })),
  paused: false,
  waitsUntil: null,
  startedAt: 0,
  endedBy: null,
})
const launch = (kind: AutomationKind): TaskWork => ({ kind: 'launch', launch: { kind } })

describe('unfinishedLaunches', () => {
  it('holds waiting launches and those under way', () => {
    const steps = {
      a: 'waiting',
      b: 'under-way',
      c: 'done',
      d: 'failed',
      e: 'not-tried',
      f: 'unknown',
    } as const
    expect([...unfinishedLaunches([task(launch('warm_up'), steps)])]).toEqual([
      ['a', 'warm_up'],
      ['b', 'warm_up'],
    ])
  })

  it('holds the first of several launches on a phone', () => {
    const [first, second] = [launch('list_accounts'), launch('warm_up')]
    expect([...unfinishedLaunches([task(first, { a: 'waiting' }), task(second, { a: 'waiting' })])]).toEqual([
      ['a', 'list_accounts'],
    ])
    expect([...unfinishedLaunches([task(first, { a: 'done' }), task(second, { a: 'waiting' })])]).toEqual([
      ['a', 'warm_up'],
    ])
  })

  it('holds of a paused task only what is under way', () => {
    const paused = { ...task(launch('warm_up'), { a: 'under-way', b: 'waiting' }), paused: true }
    expect([...unfinishedLaunches([paused])]).toEqual([['a', 'warm_up']])
  })

  it('holds no edits', () => {
    expect(unfinishedLaunches([task({ kind: 'edit', edit: { notes: 'x' } }, { a: 'waiting' })]).size).toBe(0)
  })
})

describe('a launch that waits for its phone’s jobs', () => {
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const random = () => 0.5

  it.each([
    ['ends at once, unsent, when its task is cancelled', true],
    ['is sent once they are read', false],
  ])('%s', async (_, isCancelled) => {
    const clock = createFakeClock()
    const launched: string[] = []
    let read: (jobs: AutomationJob[]) => void = () => undefined
    const watch = createJobWatch({
      serviceNow: () => clock.now(),
      clock,
      random,
      names: vocabularySchema.parse(vocabulary),
      api: {
        jobsOf: () => new Promise((resolve) => (read = resolve)),
        job: () => Promise.reject(new Error('not asked for')),
        launch(publicId) {
          launched.push(publicId)
          return new Promise(() => undefined)
        },
      },
      onChange: () => undefined,
      onLaunched: () => undefined,
    })
    const rate = { perSecond: 10, burst: 10 }
    const gate = new RateGate({ clock, random, perDevice: rate, perAccount: rate })
    const tasks = new Tasks({ clock, random, note: () => undefined, onTasks: () => undefined })
    const options = {
      publicIds: ['a'],
      nameOf: (id: string) => id,
      launch: { kind: 'warm_up' } as const,
      gate,
    }
    const id = tasks.start(launchTask({ ...options, watch }))
    await settle()
    expect([tasks.all()[0]?.steps[0]?.state, watch.pending('a')?.kind]).toEqual(['under-way', 'warm_up'])
    if (isCancelled) {
      tasks.cancel(id)
      await settle()
      expect([tasks.all()[0]?.steps[0]?.state, watch.pending('a')]).toEqual(['cancelled', null])
    }
    read([])
    await settle()
    expect(launched).toEqual(isCancelled ? [] : ['a'])
  })
})
