import { describe, expect, it } from 'vitest'
import { addUploadsSums, noUploadsSum, type UploadsSum } from '../../src-shared/features/upload-state'
import { createEndCount, progressOf } from '../../src-main/shell-electron/desktop-progress'

const sum = (counts: Partial<UploadsSum['counts']>, more: Partial<UploadsSum> = {}): UploadsSum => ({
  ...noUploadsSum,
  counts: { ...noUploadsSum.counts, ...counts },
  bytes: 1000,
  sentBytes: 255,
  ...more,
})
const none = { arrived: 0, failed: 0 }

describe('desktop progress', () => {
  it('shows running uploads in whole percents', () => {
    expect(progressOf(sum({ sending: 1 }), none)).toEqual({ share: 0.25, mode: 'normal' })
    expect(progressOf(sum({ done: 3 }), none)).toEqual({ share: -1, mode: 'none' })
  })

  it('shows failed, paused and indeterminate uploads', () => {
    expect(progressOf(sum({ waiting: 1 }), { arrived: 2, failed: 1 }).mode).toBe('error')
    const rest = { because: 'minute', until: 1 } as const
    expect(progressOf(sum({ waiting: 1 }, { rest }), none).mode).toBe('paused')
    expect(progressOf(sum({ waiting: 1 }, { bytes: 0 }), none).mode).toBe('indeterminate')
  })

  it('is paused only when the uploads of every window rest', () => {
    const resting = (until: number) => sum({ waiting: 1 }, { rest: { because: 'minute', until } })
    const ended = sum({ done: 1 })
    const modeOf = (...windows: UploadsSum[]) => progressOf(addUploadsSums(windows), none).mode
    expect(modeOf(resting(1), sum({ sending: 1 }), ended)).toBe('normal')
    expect(modeOf(resting(2), ended)).toBe('paused')
    expect(addUploadsSums([resting(2), resting(1)])).toMatchObject({ bytes: 2000, rest: { until: 1 } })
  })
})

describe('the count of ended uploads', () => {
  it('is returned once when all have ended, and then restarts', () => {
    const ends = createEndCount()
    expect(ends.take(sum({ waiting: 2, sending: 1 }))).toBeNull()
    expect(ends.take(sum({ sending: 2, done: 1 }))).toBeNull()
    expect(ends.take(sum({ done: 2, failed: 1 }))).toEqual({ arrived: 2, failed: 1 })
    expect(ends.take(sum({ done: 2, failed: 1 }))).toBeNull()
    ends.take(sum({ done: 2, failed: 1, sending: 1 }))
    expect(ends.take(sum({ done: 2, failed: 1, unknown: 1 }))).toEqual({ arrived: 0, failed: 1 })
  })

  it('keeps removed uploads, and drops a failure that is retried', () => {
    const ends = createEndCount()
    ends.take(sum({ sending: 3 }))
    ends.take(sum({ sending: 1, done: 1, failed: 1 }))
    expect(ends.count).toEqual({ arrived: 1, failed: 1 })
    ends.take(sum({ sending: 2, done: 1 }))
    expect(ends.count).toEqual({ arrived: 1, failed: 0 })
    ends.take(sum({ sending: 2 }))
    expect(ends.take(sum({ done: 2 }))).toEqual({ arrived: 3, failed: 0 })
  })

  it('is zero when all were cancelled', () => {
    const ends = createEndCount()
    ends.take(sum({ sending: 1 }))
    expect(ends.take(sum({ cancelled: 1 }))).toEqual(none)
  })
})
