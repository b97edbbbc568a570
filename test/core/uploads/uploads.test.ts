import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { underWayOf, type UploadChanges } from '../../../src-shared/features/upload-state'
import { createUploads, type Uploads } from '../../../src-main/core/uploads/uploads'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { startServer, type TestServer } from '../service/http-server'
import { content, memoryFile, refuse } from './upload-service'

describe('uploads', () => {
  let clock: FakeClock
  let service: TestServer
  let uploads: Uploads
  let asked: number
  let reports: UploadChanges[]
  let look: () => void
  let isGone: boolean
  let isRefused: boolean

  beforeEach(async () => {
    clock = createFakeClock()
    asked = 0
    isGone = false
    isRefused = false
    look = () => undefined
    reports = []
    service = await startServer((_, response) => {
      asked += 1
      look()
      if (isGone) refuse(response, 404, 'device_not_found')
      else refuse(response, 429, 'rate_limited', { 'retry-after': '600' })
    })
    uploads = createUploads({
      hashName: () => 'sha256',
      clock,
      random: () => 0.5,
      note: () => undefined,
      onChanges: (changes) => reports.push(changes),
      fleet: () => ({
        keyRefusal: isRefused ? { kind: 'socket-closed', code: 4401, reason: '' } : null,
        isViewOnly: () => false,
        keyRefused: () => undefined,
        // The queue settles the upload after this call.
        learn: () => void setImmediate(() => look()),
        spent: () => undefined,
        readUsage: () => Promise.resolve(),
      }),
    })
    uploads.open('lab', { baseUrl: `${service.url}/v1`, wsBaseUrl: 'ws://127.0.0.1:9', apiKey: 'k' })
  })
  afterEach(async () => {
    uploads.close()
    await service.close()
  })

  const until = (wanted: () => boolean) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (wanted()) resolve()
      }
      look()
    })

  it('start after the computer’s sleep when they became due in it', async () => {
    uploads.add('lab', [memoryFile(content(10))], [{ publicId: 'dev_0', name: 'Phone 0' }])
    await until(() => (uploads.state.uploads[0]?.retryAt ?? null) !== null)
    clock.setWall(3_600_000)
    expect(asked).toBe(1)
    clock.advance(1000)
    clock.advance(1)
    await until(() => asked === 2)
    expect(asked).toBe(2)
  })

  const phones = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ publicId: `dev_${index}`, name: `Phone ${index}` }))
  const file = () => memoryFile(content(10))

  it('ask nothing with a key that the service has refused elsewhere', async () => {
    isRefused = true
    uploads.add('lab', [file(), file()], phones(3))
    await until(() => uploads.state.sum.counts.failed === 6)
    expect(uploads.state.uploads[0]?.fault).toMatchObject({ code: 4401 })
    expect(asked).toBe(0)
  })

  it('are reported once together, then only when they change', async () => {
    uploads.add('lab', [file(), file()], phones(3))
    const failed = until(() => uploads.state.sum.counts.waiting === 6)
    clock.advance(0)
    expect(reports.map(({ changed }) => changed.length)).toEqual([6])
    expect(reports[0]?.changed.map(({ place, publicId }) => [place, publicId])).toEqual([
      [0, 'dev_0'],
      [1, 'dev_1'],
      [2, 'dev_2'],
      [3, 'dev_0'],
      [4, 'dev_1'],
      [5, 'dev_2'],
    ])
    await failed
    clock.advance(100)
    expect(reports[1]?.changed.map(({ place, fault }) => [place, fault?.kind])).toEqual([
      [0, 'problem'],
      [1, 'problem'],
      [2, 'problem'],
      [3, 'problem'],
    ])
    clock.advance(10_000)
    expect(reports).toHaveLength(2)
    const until600 = clock.now() - 10_100 + 600_500
    expect(reports[1]?.sum.rest).toEqual({ because: 'rate-limited', until: until600 })
  })

  it('are reported at most ten times a second, all of them', () => {
    const ids = uploads.add('lab', [file()], phones(100))
    for (const id of ids) {
      uploads.cancel(id)
      clock.advance(10)
    }
    clock.advance(100)
    expect(reports.length).toBeLessThanOrEqual(12)
    const last = new Map(reports.flatMap(({ changed }) => changed.map(({ id, state }) => [id, state])))
    expect([...last.values()].filter((state) => state === 'cancelled').length).toBe(100)
    expect(reports.at(-1)?.sum.counts).toMatchObject({ waiting: 0, cancelled: 100 })
  })

  it('keep their place in a retry and are reported as removed when cleared', () => {
    const [first = '', second = ''] = uploads.add('lab', [file()], phones(2))
    uploads.cancelAll()
    const again = uploads.retry(first)
    clock.advance(0)
    expect(uploads.state.uploads.map(({ id, place }) => [id, place])).toEqual([
      [again, 0],
      [second, 1],
    ])
    uploads.clear()
    expect(reports.at(-1)).toMatchObject({ removed: [1], sum: { counts: { cancelled: 0 } } })
    uploads.retire('lab')
    uploads.clear()
    expect(reports.at(-1)?.removed).toEqual([0])
    expect(uploads.state.uploads).toEqual([])
  })

  it('to one phone have a sum of their own, within the fleet', () => {
    const access = { baseUrl: `${service.url}/v1`, wsBaseUrl: 'ws://127.0.0.1:9', apiKey: 'k' }
    uploads.open('shop', access)
    const [early = ''] = uploads.add('lab', [memoryFile(content(1000))], phones(1))
    uploads.cancel(early)
    uploads.add('lab', [file(), file()], phones(2))
    uploads.add('shop', [memoryFile(content(500))], phones(1))
    const own = uploads.sumTo('lab', 'dev_0')
    expect(own).toMatchObject({ bytes: 20, sentBytes: 0, rest: null })
    expect([underWayOf(own), own.counts.cancelled]).toEqual([2, 1])
    expect(uploads.sumTo('shop', 'dev_0')).toMatchObject({ bytes: 500 })
    expect(uploads.sumTo('shop', 'dev_1')).toMatchObject({ bytes: 0 })
    expect(uploads.sumTo('elsewhere', 'dev_0')).toMatchObject({ bytes: 0 })
    uploads.cancelAll()
    uploads.clear()
    expect(uploads.sumTo('lab', 'dev_0').counts).toMatchObject({ cancelled: 0 })
  })

  it('to several fleets are summed up, and rest only when those to all fleets do', async () => {
    const access = { baseUrl: `${service.url}/v1`, wsBaseUrl: 'ws://127.0.0.1:9', apiKey: 'k' }
    uploads.open('shop', access)
    uploads.add('lab', [file()], phones(2))
    uploads.add('shop', [memoryFile(content(500))], phones(1))
    expect(uploads.sum).toMatchObject({ bytes: 520, sentBytes: 0 })
    expect(underWayOf(uploads.sum)).toBe(3)
    await until(() => uploads.sum.counts.waiting === 3)
    expect(uploads.sum.rest, 'none starts').toMatchObject({ because: 'rate-limited' })
    uploads.open('yard', { ...access, baseUrl: 'http://127.0.0.1:9/v1' })
    uploads.add('yard', [file()], phones(1))
    expect(uploads.sum.rest, 'one starts').toBeNull()
  })

  it('are retried together when they failed, and only then', async () => {
    isGone = true
    const cancelled = uploads.add('lab', [file()], phones(7))[6] ?? ''
    uploads.cancel(cancelled)
    await until(() => uploads.state.sum.counts.failed === 6)
    isGone = false
    isRefused = false
    uploads.retryFailed()
    expect(uploads.state.sum.counts).toMatchObject({ failed: 0, cancelled: 1 })
    expect(uploads.state.uploads).toHaveLength(7)
    await until(() => asked === 10)
  })

  it('are retried even if the bytes of some are lost, which is reported last', async () => {
    isGone = true
    const lost = new AbortController()
    uploads.add('lab', [{ ...file(), lost: lost.signal }, file()], phones(1))
    await until(() => uploads.state.sum.counts.failed === 2)
    lost.abort()
    isGone = false
    isRefused = false
    expect(() => uploads.retryFailed()).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ reason: 'page-gone' }) }),
    )
    expect(uploads.state.sum.counts).toMatchObject({ failed: 1 })
    await until(() => asked === 3)
  })

  it('are all cancelled at once, in every state', async () => {
    uploads.add('lab', [file()], phones(300))
    await until(() => asked === 4)
    uploads.cancelAll()
    expect(uploads.state.sum.counts).toMatchObject({ cancelled: 300, waiting: 0, ticket: 0 })
    clock.advance(3_600_000)
    expect(asked).toBe(4)
  })

  it('leave no timer once closed', () => {
    uploads.close()
    expect(clock.pending).toBe(0)
  })
})
