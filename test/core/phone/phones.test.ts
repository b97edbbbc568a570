import { beforeEach, describe, expect, it } from 'vitest'
import type { PhoneJobs } from '../../../src-shared/features/jobs'
import type { Device } from '../../../src-shared/protocol/device'
import type { TileJob } from '../../../src-shared/features/tile-state'
import { createPhones, type Phones, type PhoneSession } from '../../../src-main/core/phone/phones'
import type { KnownJobs } from '../../../src-main/core/jobs/job-reader'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { fakeTile } from '../../renderer/fake-phone'

const device = (publicId: string, customName: string | null = null): Device => ({
  public_id: publicId,
  name: 'Phone',
  custom_name: customName,
  notes: null,
  labels: [],
  dashboard_id: 1,
  dashboard_url: 'https://dashboard.example/1',
})
const unknown: KnownJobs = { jobs: null, isFresh: false, isHopeless: false, fault: null }

describe('the phones of a fleet', () => {
  let clock: FakeClock
  let did: string[]
  let told: PhoneJobs[]
  let pending: TileJob | null
  let known: KnownJobs
  let members: Phones

  const session = (publicId: string): PhoneSession => {
    const tile = did.push(`join ${publicId}`)
    const state = fakeTile(publicId, { tile, state: 'idle', idleReason: 'hidden', control: 'closed' })
    const nothing = () => undefined
    return {
      state,
      stream: { name: 'idle' },
      rate: null,
      inUse: false,
      setLive: nothing,
      setIdle: nothing,
      setJob: (job) => did.push(`job ${publicId} ${job?.kind}`),
      control: { open: () => null, gesture: nothing, settled: () => Promise.resolve(true) },
      takeBack: nothing,
      retry: nothing,
      parkKey: nothing,
      unparkKey: nothing,
      listed: nothing,
      budgetsRead: nothing,
      handshakesChanged: nothing,
      close: () => did.push(`close ${publicId}`),
    }
  }

  beforeEach(() => {
    clock = createFakeClock()
    did = []
    told = []
    pending = null
    known = unknown
    members = createPhones({
      clock,
      watch: { pending: () => pending, known: () => known, interruptionOf: () => null },
      join: session,
      onLeft: (publicId, tile) => did.push(`left ${publicId} ${tile}`),
      onJobs: (jobs) => told.push(jobs),
    })
    members.follow([device('a'), device('b')])
  })

  const since = () => [...members.all.values()].map((member) => member.since)

  it('come and go with the list, and those that stay keep their sessions', () => {
    const kept = members.session('b')
    members.follow([device('b', 'Bee'), device('c')])
    expect(did).toEqual(['join a', 'join b', 'close a', 'left a 1', 'join c'])
    expect(members.session('b')).toBe(kept)
    expect(members.tiles.map(({ publicId }) => publicId)).toEqual(['b', 'c'])
  })

  it('have their name, or their identifier where they are not in the fleet', () => {
    members.follow([device('a', 'Ay'), device('b')])
    expect(['a', 'b', 'gone'].map((publicId) => members.nameOf(publicId))).toEqual(['Ay', 'Phone', 'gone'])
  })

  it('are named in the order of the list', () => {
    members.follow([device('a', 'Ay'), device('b'), device('c', 'Cee')])
    expect(members.namesOf(['c', 'a'])).toEqual(['Ay', 'Cee'])
  })

  it('have always been in sight where the wall comes into sight as a whole', () => {
    members.see(['a', 'b'])
    expect(since()).toEqual([-Infinity, -Infinity])
  })

  it('are in sight, or out of it, since they came or went', () => {
    members.see(['a'])
    clock.advance(100)
    members.see(['a', 'b'])
    clock.advance(100)
    members.see(['b'])
    expect(since()).toEqual([clock.monotonic(), clock.monotonic() - 100])
    expect([...members.all.values()].map(({ seen }) => seen)).toEqual([false, true])
  })

  it('are in sight as they join, where that was told before', () => {
    members.see(['a', 'c'])
    members.follow([device('a'), device('c')])
    expect([...members.all.values()].map(({ seen }) => seen)).toEqual([true, true])
  })

  it('tell of their jobs what is new, once', () => {
    members.lookAtJobs('a')
    expect(told).toEqual([])
    pending = { kind: 'warm_up', status: 'queued' }
    known = { ...unknown, jobs: [] }
    members.lookAtJobs('a')
    known = { ...unknown, jobs: [], isFresh: true }
    members.lookAtJobs('a')
    members.lookAtJobs('gone')
    expect(told).toEqual([{ publicId: 'a', jobs: [], fault: null }])
    expect(members.jobs).toEqual(told)
    expect(did).toContain('job a warm_up')
  })
})
