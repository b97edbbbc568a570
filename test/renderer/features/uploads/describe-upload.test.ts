import { describe, expect, it } from 'vitest'
import { noUploadsSum, type Upload } from '../../../../src-shared/features/upload-state'
import { describeUpload, describeUploads } from '../../../../src-renderer/features/uploads/describe-upload'

const upload = (changed: Partial<Upload> = {}): Upload => ({
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
  isVerified: false,
  ...changed,
})
const now = 1_000_000

describe('a transfer, in words', () => {
  it('is how much is sent, how fast, and how long it takes', () => {
    expect(describeUpload(upload(), 3_000_000, now)).toMatchObject({
      sent: '5.0 MB of 20.0 MB',
      speed: '3.0 MB/s',
      left: '5 s left',
      state: 'Uploading',
    })
  })

  it('has no speed before it is known, and none when nothing is sent', () => {
    expect(describeUpload(upload(), null, now)).toMatchObject({ speed: '', left: '' })
    const done = upload({ state: 'done', sentBytes: 20_000_000 })
    expect(describeUpload(done, 3_000_000, now)).toMatchObject({
      sent: '20.0 MB',
      speed: '',
      left: '',
      state: 'Done',
    })
  })

  it('says that it is verified, or that the service has other bytes', () => {
    const verified = upload({ state: 'done', isVerified: true })
    expect(describeUpload(verified, null, now).state).toBe('Done, verified')
    const differs = upload({ state: 'failed', fault: { kind: 'upload-differs' } })
    expect(describeUpload(differs, null, now).state).toMatch(/^Failed: .*SHA-256 differs/)
  })

  it('quotes the service on a bad request', () => {
    const fault = { kind: 'problem', code: 'invalid_action', status: 400, detail: 'The name is odd' } as const
    const failed = upload({ state: 'failed', fault })
    expect(describeUpload(failed, null, now).state).toBe('Failed: The service rejected it: The name is odd')
    expect(
      describeUpload(upload({ state: 'failed', fault: { ...fault, detail: '' } }), null, now).state,
    ).toBe('Failed: The service rejected the request.')
  })

  it('is why it waits, and when it goes out again', () => {
    const fault = { kind: 'network', reason: 'connection-lost', host: 'api.example.com' } as const
    const waiting = upload({ state: 'waiting', sentBytes: 0, fault, retryAt: now + 4100 })
    expect(describeUpload(waiting, null, now).state).toBe(
      'Retrying in 5 s: Lost the connection to api.example.com.',
    )
    expect(describeUpload(waiting, null, now + 5000).state).toBe(
      'Retrying soon: Lost the connection to api.example.com.',
    )
  })
})

describe('all transfers, in words', () => {
  const counts = { ...noUploadsSum.counts, waiting: 10, sending: 4, done: 3, failed: 1 }
  const sum = { ...noUploadsSum, counts, bytes: 20_000_000, sentBytes: 5_000_000 }

  it('are counts, bytes sent, time left and results', () => {
    expect(describeUploads(sum, now, 90)).toBe(
      '14 uploads in progress, 5.0 MB of 20.0 MB · about 1 min 30 s left · 3 done, 1 failed',
    )
  })

  it('are why none goes out now', () => {
    const rest = { because: 'minute', until: now + 12_000 } as const
    expect(describeUploads({ ...sum, rest }, now)).toContain(' · Rate limit, resumes in 12 s · ')
    const unheard = { because: 'unheard', until: null } as const
    expect(describeUploads({ ...sum, rest: unheard }, now)).toContain(' · No answer yet · ')
  })

  it('are how they ended, once they have', () => {
    const ended = { ...noUploadsSum, counts: { ...noUploadsSum.counts, done: 12, failed: 1, unknown: 2 } }
    expect(describeUploads(ended, now)).toBe('Finished: 12 done, 1 failed, 2 unconfirmed')
  })
})
