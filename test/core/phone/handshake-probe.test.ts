import { beforeEach, describe, expect, it } from 'vitest'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { JobStanding } from '../../../src-main/core/jobs/job-watch'
import { createHandshakeProbe, type HandshakeProbe } from '../../../src-main/core/phone/handshake-probe'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const refused = (channel: 'stream' | 'control', withoutRead = false) => ({
  kind: 'handshake-refused',
  status: 403,
  channel,
  withoutRead,
})
const problem = (
  code: 'device_offline' | 'device_blocked' | 'forbidden' | 'quota_exceeded',
  detail = '',
): Fault => ({
  kind: 'problem',
  code,
  status: 403,
  detail,
})

describe('the diagnosis of a refused handshake (spec 4.10, 4.11)', () => {
  let clock: FakeClock
  let asked: string[]
  let device: Fault | null
  let screen: Fault | null
  let standing: JobStanding
  let usedUp: Record<'stream' | 'control', Fault | null>
  let probe: HandshakeProbe

  beforeEach(() => {
    clock = createFakeClock()
    asked = []
    device = screen = null
    standing = 'none'
    usedUp = { stream: null, control: null }
    const answer = <Answer>(what: string, once: boolean | undefined, fault: Fault | null, good: Answer) => {
      asked.push(once ? what : `${what}, with retries`)
      return fault ? Promise.reject(new FaultError(fault)) : Promise.resolve(good)
    }
    const size = { width: 1, height: 1 }
    const detail = {
      name: '',
      custom_name: null,
      notes: null,
      labels: [],
      dashboard_id: 1,
      dashboard_url: '',
    }
    probe = createHandshakeProbe({
      publicId: 'dev_a',
      clock,
      msUntil: (instant) => Math.max(0, Date.parse(instant) - clock.now()),
      api: {
        device: (publicId, options) =>
          answer('device', options?.once, device, {
            ...detail,
            public_id: publicId,
            screen: size,
            snapshot: size,
          }),
        snapshot: (_, options) => answer('snapshot', options?.once, screen, Buffer.of()),
      },
      findUsedUp: (channel) => Promise.resolve(usedUp[channel]),
      lookAtJobs: () => Promise.resolve(standing),
    })
  })

  it('is what is the matter with the phone, where it does not answer; it is asked once', async () => {
    device = problem('device_offline')
    expect(await probe('control', 403)).toEqual(device)
    expect(asked).toEqual(['device'])
  })

  it('is the used-up budget where the phone answers, and costs no snapshot', async () => {
    usedUp.control = { kind: 'budget-used-up', budget: 'actions', resetsAt: '2030-01-01T00:00:00Z' }
    expect(await probe('control', 403)).toEqual(usedUp.control)
    expect(asked).toEqual(['device'])
  })

  it('is what is the matter with the screen, for control alone', async () => {
    screen = problem('device_blocked')
    expect(await probe('stream', 403)).toEqual(refused('stream'))
    expect(asked).toEqual(['device'])
    expect(await probe('control', 403)).toEqual(screen)
    expect(asked).toEqual(['device', 'snapshot'])
  })

  it('is that the day is used up, where the phone itself is refused because of it', async () => {
    device = problem('quota_exceeded')
    expect(await probe('stream', 403)).toEqual(device)
    expect(await probe('control', 403)).toEqual(device)
    expect(asked).toEqual(['device'])
  })

  it('is not that the snapshots of the day are used up', async () => {
    screen = problem('quota_exceeded')
    expect(await probe('control', 403)).toEqual(refused('control'))
  })

  it('does not ask for the screen again before the snapshots of the day are back', async () => {
    screen = { ...problem('quota_exceeded'), resetsAt: '2030-01-02T00:00:00Z' } as Fault
    await probe('control', 403)
    clock.advance(12 * 3_600_000)
    await probe('control', 403)
    expect(asked).toEqual(['device', 'snapshot', 'device'])
    clock.advance(12 * 3_600_000)
    await probe('control', 403)
    expect(asked.filter((what) => what === 'snapshot')).toHaveLength(2)
  })

  it('is not known to a key without the scope read, and that is said', async () => {
    device = problem('forbidden', 'scope read is required')
    expect(await probe('stream', 403)).toEqual(refused('stream', true))
    expect(await probe('control', 403)).toEqual(refused('control', true))
    expect(asked).toEqual(['device'])
  })

  it('is that the key may not, where the service says nothing of the scope read', async () => {
    device = problem('forbidden', 'The account is suspended')
    expect(await probe('stream', 403)).toEqual(device)
  })

  it('is not known where all of it answers and the budgets hold', async () => {
    expect(await probe('control', 403)).toEqual(refused('control'))
  })

  it('is not made while a job is pending on the phone, which it would interrupt', async () => {
    standing = 'pending'
    expect(await probe('stream', 403)).toEqual(refused('stream'))
    expect(await probe('control', 403)).toEqual(refused('control'))
    expect(asked).toEqual([])
  })

  it('is the used-up budget while a job is pending: that is read without the phone', async () => {
    standing = 'pending'
    usedUp.stream = { kind: 'budget-used-up', budget: 'active_minutes', resetsAt: '2030-01-01T00:00:00Z' }
    expect(await probe('stream', 403)).toEqual(usedUp.stream)
    expect(asked).toEqual([])
  })

  it('does not cost a snapshot where a job has come to the phone since', async () => {
    await probe('stream', 403)
    standing = 'pending'
    expect(await probe('control', 403)).toEqual(refused('control'))
    expect(asked).toEqual(['device'])
  })

  it('is asked for once a cool-down, for both channels together', async () => {
    await probe('stream', 403)
    await probe('control', 403)
    clock.advance(29_999)
    await probe('stream', 403)
    await probe('control', 403)
    expect(asked).toEqual(['device', 'snapshot'])
    clock.advance(1)
    await probe('stream', 403)
    expect(asked).toEqual(['device', 'snapshot', 'device'])
  })
})
