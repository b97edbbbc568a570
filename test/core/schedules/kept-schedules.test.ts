import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSchedulesFile, type KeptSchedule } from '../../../src-main/core/schedules/kept-schedules'
import { noCounts } from '../../../src-shared/features/schedules-state'
import type { Fault } from '../../../src-shared/protocol/fault'

const kept: KeptSchedule = {
  id: '6a1f3f0e-6f5c-4f0e-9a52-0b8a4b6c9d10',
  fleet: 'lab',
  draft: {
    name: 'Morning',
    time: { kind: 'weekdays', time: '07:30', days: [1, 2] },
    work: { kind: 'launch', launch: { kind: 'account_status' } },
    phones: { kind: 'labels', labels: ['Lab'] },
    shares: { actions: 10 },
  },
  isPaused: false,
  doneUntil: 1000,
  begunUntil: 900,
  run: { due: 1000, startedAt: 1001 },
  next: { due: 2000 },
  last: {
    ...{ due: 0, startedAt: 1, endedAt: 2, outcome: 'failed' },
    counts: { ...noCounts, done: 1, failed: 1 },
    leftOut: { n: 2, first: 3, flaw: { kind: 'file', reason: 'gone', name: 'a.jpg' } },
    reason: { kind: 'fault', fault: { kind: 'cancelled' } },
  },
  missed: { times: 2, at: 900 },
  use: { resetsAt: 'tomorrow', used: { actions: 3 } },
}

const flow = {
  ...{ kind: 'flow', files: ['a.yaml'], retries: 0, timeoutS: 60, isDivided: false, sheet: null },
  leavesOut: false,
} as const

describe('the file of schedules', () => {
  let folder: string
  let faults: Fault[]
  const path = () => join(folder, 'schedules.json')
  const open = () => openSchedulesFile(path(), (fault) => faults.push(fault))

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'schedules-'))
    faults = []
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('returns a schedule as it was written, with the start that it had begun', () => {
    open().write([kept])
    expect(open().read()).toEqual([kept])
  })

  it('keeps a schedule whose last outcome it can’t read', async () => {
    await writeFile(
      path(),
      JSON.stringify({ version: 1, schedules: [{ ...kept, last: { outcome: 'odd' } }] }),
    )
    expect(open().read()).toEqual([{ ...kept, last: null }])
  })

  it('leaves out what it can’t read, and keeps a copy of the file', async () => {
    const wrong = { ...kept, draft: { ...kept.draft, time: { kind: 'daily', time: '25:00' } } }
    const work = { ...flow, env: { PASSWORD: 'x' } }
    const secret = { ...kept, id: '00000000-0000-4000-8000-0000000000ff', draft: { ...kept.draft, work } }
    await writeFile(path(), JSON.stringify({ version: 1, schedules: [wrong, kept, kept, secret] }))
    expect(open().read()).toEqual([kept])
    expect(faults).toMatchObject([{ kind: 'own-file', reason: 'set-aside' }])
    expect((await readdir(folder)).length).toBe(2)
  })
})
