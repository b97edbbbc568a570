import { describe, expect, it } from 'vitest'
import { noTransfersSum, type Transfer } from '../../../../src-shared/bridge/upload-state'
import { describeTransfer, describeTransfers } from '../../../../src-renderer/text/describe/describe-upload'

const transfer = (changed: Partial<Transfer> = {}): Transfer => ({
  id: 'a',
  place: 0,
  fleetId: 'lab',
  publicId: 'dev_0',
  deviceName: 'Lab 1',
  fileName: 'film.mov',
  bytes: 20_000_000,
  sentBytes: 5_000_000,
  state: 'sending',
  fault: null,
  retryAt: null,
  startedAt: 0,
  endedAt: null,
  ...changed,
})
const now = 1_000_000

describe('a transfer, in words', () => {
  it('is how much is sent, how fast, and how long it takes', () => {
    expect(describeTransfer(transfer(), 3_000_000, now)).toMatchObject({
      sent: '5.0 MB of 20.0 MB',
      speed: '3.0 MB/s',
      left: '5 s left',
      state: 'Sending',
    })
  })

  it('has no speed before it is known, and none when nothing is sent', () => {
    expect(describeTransfer(transfer(), null, now)).toMatchObject({ speed: '', left: '' })
    const done = transfer({ state: 'done', sentBytes: 20_000_000 })
    expect(describeTransfer(done, 3_000_000, now)).toMatchObject({
      sent: '20.0 MB',
      speed: '',
      left: '',
      state: 'Done',
    })
  })

  it('is what the service has against the request, in its own words', () => {
    const fault = { kind: 'problem', code: 'invalid_action', status: 400, detail: 'The name is odd' } as const
    const failed = transfer({ state: 'failed', fault })
    expect(describeTransfer(failed, null, now).state).toBe(
      'Failed: The service did not accept it: The name is odd',
    )
    expect(
      describeTransfer(transfer({ state: 'failed', fault: { ...fault, detail: '' } }), null, now).state,
    ).toBe('Failed: The service did not accept what was asked.')
  })

  it('is why it waits, and when it goes out again', () => {
    const fault = { kind: 'network', reason: 'connection-lost', host: 'api.example.com' } as const
    const waiting = transfer({ state: 'waiting', sentBytes: 0, fault, retryAt: now + 4100 })
    expect(describeTransfer(waiting, null, now).state).toBe(
      'Sent again in 5 s: The connection to api.example.com was lost.',
    )
    expect(describeTransfer(waiting, null, now + 5000).state).toBe(
      'Sent again soon: The connection to api.example.com was lost.',
    )
  })
})

describe('all transfers, in words', () => {
  const counts = { ...noTransfersSum.counts, waiting: 10, sending: 4, done: 3, failed: 1 }
  const sum = { ...noTransfersSum, counts, bytes: 20_000_000, sentBytes: 5_000_000, endsInMs: 90_000 }

  it('are how many are under way, how much is sent, how long it takes, and how the others ended', () => {
    expect(describeTransfers(sum, now)).toBe(
      '14 transfers under way, 5.0 MB of 20.0 MB · about 1 min 30 s left · 3 done, 1 failed',
    )
  })

  it('are why none goes out now', () => {
    const rest = { because: 'minute', until: now + 12_000 } as const
    expect(describeTransfers({ ...sum, rest }, now)).toContain(
      ' · no more in this minute: goes on in 12 s · ',
    )
    const unheard = { because: 'unheard', until: null } as const
    expect(describeTransfers({ ...sum, rest: unheard }, now)).toContain(' · nothing answers yet · ')
  })

  it('are how they ended, once they have', () => {
    const ended = { ...noTransfersSum, counts: { ...noTransfersSum.counts, done: 12, failed: 1, unknown: 2 } }
    expect(describeTransfers(ended, now)).toBe('All ended: 12 done, 1 failed, 2 unknown')
  })
})
