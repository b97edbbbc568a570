import { beforeEach, describe, expect, it } from 'vitest'
import type { PhoneJobs } from '../../../src-shared/features/jobs'
import { draft, FakeFleet } from './fake-fleet'

describe('rules that look at no screen', () => {
  let fleet: FakeFleet
  beforeEach(() => {
    fleet = new FakeFleet()
  })

  it('fire for a phone that goes offline, not for one that was or connects again', async () => {
    fleet.tile('a', 'offline')
    await fleet.save(draft({ when: { kind: 'offline' }, quietS: 0 }))
    fleet.tile('a', 'offline')
    for (const state of ['offline', 'connecting', 'offline'] as const) fleet.tile('b', state)
    expect(fleet.fired).toEqual(['b'])
  })

  it('say nothing of a phone that went offline while Fleetwall was closed', async () => {
    await fleet.save(draft({ when: { kind: 'offline' }, quietS: 0 }))
    fleet.tile('a', 'live')
    fleet.open('offline')
    expect(fleet.fired).toEqual([])
    for (const state of ['live', 'offline'] as const) fleet.tile('a', state)
    expect(fleet.fired).toEqual(['a'])
  })

  it('fire for jobs that end so, not for those that had ended before', async () => {
    await fleet.save(draft({ when: { kind: 'job', ends: ['failed'] }, quietS: 0 }))
    const tell = (...states: string[]) => {
      const jobs = states.map((status, at) => ({ id: String(at), status }) as never)
      fleet.feature.event?.({ type: 'jobs', jobs: { publicId: 'a', jobs, fault: null } satisfies PhoneJobs })
    }
    tell('failed', 'dispatched')
    tell('failed', 'completed', 'queued')
    expect(fleet.fired).toEqual([])
    tell('failed', 'completed', 'dropped')
    expect(fleet.fired).toEqual(['a'])
  })

  it('fire for a budget that passes a share, once until it is renewed', async () => {
    await fleet.save(draft({ when: { kind: 'budget', budget: 'actions', share: 80 }, quietS: 0 }))
    for (const used of [10, 79, 80, 99, 0, 81]) fleet.spend(used)
    expect(fleet.fired).toEqual(['account', 'account'])
    expect(fleet.told[0]).toMatchObject({ target: { kind: 'command', id: 'work.rules' } })
  })

  it('know how it is when they are saved or turned on', async () => {
    fleet.spend(79)
    const ids = [
      await fleet.save(draft({ when: { kind: 'offline' }, quietS: 0 })),
      await fleet.save(draft({ when: { kind: 'budget', budget: 'actions', share: 80 }, quietS: 0 })),
    ]
    fleet.tile('b', 'offline')
    fleet.spend(81)
    expect(fleet.fired).toEqual(['b', 'account'])
    for (const isOn of [false, true]) fleet.feature.calls['rules.switch']({ ids, isOn })
    for (const phone of ['a', 'b']) fleet.tile(phone, 'offline')
    fleet.spend(82)
    expect(fleet.fired).toEqual(['b', 'account', 'a'])
  })
})
