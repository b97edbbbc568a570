import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { noUploadsSum, type Upload, type UploadChanges } from '../../../../src-shared/features/upload-state'
import { useUploads } from '../../../../src-renderer/features/uploads/uploads'

const upload = (place: number, change: Partial<Upload> = {}): Upload => ({
  id: `t${place}`,
  place,
  fleetId: 'lab',
  publicId: 'dev_a',
  deviceName: 'Phone',
  fileName: 'a.bin',
  bytes: 1000,
  sentBytes: 0,
  state: 'waiting',
  fault: null,
  retryAt: null,
  startedAt: null,
  endedAt: null,
  isVerified: false,
  ...change,
})
const changes = (change: Partial<UploadChanges>): UploadChanges => ({
  changed: [],
  removed: [],
  sum: noUploadsSum,
  ...change,
})

describe('the uploads store', () => {
  beforeEach(() => {
    setActivePinia(createPinia())
    const uploads = [0, 1, 2].map((place) => upload(place))
    useUploads().replace({ uploads, sum: noUploadsSum }, 0)
  })
  const ids = () => useUploads().uploads.map(({ id }) => id)

  it('replaces changed uploads and keeps the other objects', () => {
    const store = useUploads()
    const [first] = store.uploads
    store.update(changes({ changed: [upload(1, { state: 'sending', sentBytes: 10 })] }), 0)
    expect(store.uploads.map(({ state }) => state)).toEqual(['waiting', 'sending', 'waiting'])
    expect(store.uploads[0]).toBe(first)
  })

  it('keeps the order across a retry, a removal and an addition', () => {
    useUploads().update(changes({ changed: [upload(1, { id: 'again' }), upload(3)], removed: [0] }), 0)
    expect(ids()).toEqual(['again', 't2', 't3'])
  })

  it("replaces all uploads with the core's list", () => {
    useUploads().replace({ uploads: [upload(7)], sum: noUploadsSum }, 0)
    expect(ids()).toEqual(['t7'])
  })

  it('have a time left together, from their speed', () => {
    const store = useUploads()
    const sum = (sentBytes: number, sending = 1) => ({
      ...noUploadsSum,
      counts: { ...noUploadsSum.counts, sending },
      bytes: 3000,
      sentBytes,
    })
    store.update(changes({ sum: sum(0) }), 0)
    expect(store.secondsToEnd(0)).toBeNull()
    store.update(changes({ sum: sum(1000) }), 1000)
    expect(store.secondsToEnd(1000)).toBe(2)
    store.update(changes({ sum: sum(3000, 0) }), 2000)
    expect(store.secondsToEnd(2000)).toBeNull()
  })

  it('have a speed while they are sent', () => {
    const store = useUploads()
    const sent = (sentBytes: number) => changes({ changed: [upload(1, { state: 'sending', sentBytes })] })
    store.update(sent(0), 0)
    store.update(sent(500), 1000)
    expect(store.speed('t1', 1000)).toBe(500)
    store.update(changes({ changed: [upload(1, { state: 'done', sentBytes: 1000 })] }), 2000)
    expect(store.speed('t1', 2000)).toBeNull()
  })
})
