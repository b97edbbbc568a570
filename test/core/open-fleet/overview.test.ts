import { expect, it } from 'vitest'
import { overviewOf } from '../../../src-main/core/open-fleet/overview'
import { noOutcome, type PhoneOutcome } from '../../../src-shared/features/outcomes-state'
import { unknownUsage } from '../../../src-shared/features/usage-state'
import { fakeTile, fakeUsage } from '../../renderer/fake-phone'

const jobOf = (publicId: string, stage: 'failed' | 'review' | 'running' | 'waiting'): PhoneOutcome => ({
  ...{ ...noOutcome, publicId },
  job: { id: 'j', kind: null, stage, at: 0 },
})
const flowFailed = { name: 'Sign in', verdict: 'failed', run: 'r', at: 0 } as const
const devices = { status: 'ready' as const, devices: [], fault: null }

it('counts an open fleet’s phones, and names its scarcest budget', () => {
  const tiles = [
    ...[fakeTile('a'), fakeTile('b'), fakeTile('c', { state: 'offline' })],
    ...[fakeTile('d', { state: 'idle' }), fakeTile('e', { state: 'automation' })],
  ]
  const outcomes = [
    // Of two faults one phone has failed, and it still needs a review.
    { ...jobOf('a', 'review'), flow: flowFailed },
    ...[jobOf('b', 'failed'), jobOf('c', 'waiting'), jobOf('e', 'running')],
    {
      ...jobOf('d', 'failed'),
      job: { id: 'j', kind: null, stage: 'failed', at: 0, isCleared: true } as const,
    },
    // A phone that has left the account.
    jobOf('gone', 'review'),
  ]
  const usage = { ...fakeUsage(), snapshots: { used: 60, budget: 80, remaining: 20 } }
  expect(
    overviewOf('lab', { devices, tiles, outcomes, paused: null, usage: { ...unknownUsage, usage } }),
  ).toEqual({
    ...{ id: 'lab', status: 'ready', isPaused: false, live: 2, offline: 1, failed: 2, review: 1, jobs: 2 },
    least: { budget: 'snapshots', share: 0.25 },
  })
  expect(
    overviewOf('lab', { devices, tiles: [], outcomes, paused: 'person', usage: unknownUsage }),
  ).toMatchObject({
    ...{ isPaused: true, live: 0, failed: 0, review: 0, least: null },
  })
})
