import { describe, expect, it } from 'vitest'
import type { Run, RunItem, RunWork } from '../../src-shared/bridge/run-state'
import type { AutomationKind } from '../../src-shared/protocol/automation-kind'
import { unfinishedLaunches } from '../../src-main/core/launch-order'

const run = (work: RunWork, items: Record<string, RunItem['state']>): Run => ({
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
const launch = (kind: AutomationKind): RunWork => ({ kind: 'launch', launch: { kind } })

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
