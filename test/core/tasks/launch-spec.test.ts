import { describe, expect, it } from 'vitest'
import vocabulary from '../../../resources/vocabulary.json'
import type { Task, TaskStep, TaskWork } from '../../../src-shared/bridge/task-state'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import type { AutomationKind } from '../../../src-shared/protocol/automation-kind'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import { createJobWatch } from '../../../src-main/core/jobs/job-watch'
import { createTasks } from '../../../src-main/core/tasks/task'
import { launchSpec, unfinishedLaunches } from '../../../src-main/core/tasks/launch-spec'
import { createRateGate } from '../../../src-main/core/tasks/rate-gate'
import { createFakeClock } from '../base/fake-clock'

const run = (work: TaskWork, items: Record<string, TaskStep['state']>): Task => ({
  id: 'run',
  work,
  items: Object.entries(items).map(([publicId, state]) => ({
    publicId,
    deviceName: publicId,
    state,
    fault: null,
  })),
  startedAt: 0,
  endsInMs: null,
  endedBy: null,
})
const launch = (kind: AutomationKind): TaskWork => ({ kind: 'launch', launch: { kind } })

describe('what is still to be launched', () => {
  it('is what waits or is under way', () => {
    const items = {
      a: 'waiting',
      b: 'under-way',
      c: 'done',
      d: 'failed',
      e: 'not-tried',
      f: 'unknown',
    } as const
    expect([...unfinishedLaunches([run(launch('warm_up'), items)])]).toEqual([
      ['a', 'warm_up'],
      ['b', 'warm_up'],
    ])
  })

  it('is the first of several on one phone, as they take their turns', () => {
    const [first, second] = [launch('list_accounts'), launch('warm_up')]
    expect([...unfinishedLaunches([run(first, { a: 'waiting' }), run(second, { a: 'waiting' })])]).toEqual([
      ['a', 'list_accounts'],
    ])
    expect([...unfinishedLaunches([run(first, { a: 'done' }), run(second, { a: 'waiting' })])]).toEqual([
      ['a', 'warm_up'],
    ])
  })

  it('is no edit', () => {
    expect(unfinishedLaunches([run({ kind: 'edit', edit: { notes: 'x' } }, { a: 'waiting' })]).size).toBe(0)
  })
})

describe('a launch that still waits for its phone’s jobs to be read', () => {
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const random = () => 0.5

  it.each([
    ['is not sent any more, and ends at once, when its run is cancelled', true],
    ['is sent once they are', false],
  ])('%s', async (_, isCancelled) => {
    const clock = createFakeClock()
    const launched: string[] = []
    let read: (jobs: AutomationJob[]) => void = () => undefined
    const watch = createJobWatch({
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
    const gate = createRateGate({ clock, random, perDevice: rate, perAccount: rate })
    const tasks = createTasks({ clock, random, onRuns: () => undefined })
    const order = { publicIds: ['a'], nameOf: (id: string) => id, launch: { kind: 'warm_up' } as const, gate }
    const id = tasks.start(launchSpec({ ...order, watch }))
    await settle()
    expect([tasks.all()[0]?.items[0]?.state, watch.pending('a')?.kind]).toEqual(['under-way', 'warm_up'])
    if (isCancelled) {
      tasks.cancel(id)
      await settle()
      expect([tasks.all()[0]?.items[0]?.state, watch.pending('a')]).toEqual(['cancelled', null])
    }
    read([])
    await settle()
    expect(launched).toEqual(isCancelled ? [] : ['a'])
  })
})
