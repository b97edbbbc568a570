import { describe, expect, it } from 'vitest'
import { hasEnded, noUploadsSum, shareOf, type UploadStateName } from '../../src-shared/bridge/upload-state'

const ended: Record<UploadStateName, boolean> = {
  waiting: false,
  ticket: false,
  sending: false,
  done: true,
  failed: true,
  cancelled: true,
  unknown: true,
}

describe('hasEnded', () => {
  it.each(Object.entries(ended))('of a upload that is %s is %s', (state, expected) => {
    expect(hasEnded({ state: state as UploadStateName })).toBe(expected)
  })
})

describe('how much of all is sent', () => {
  const share = (sum: Partial<typeof noUploadsSum>) => shareOf({ ...noUploadsSum, ...sum })

  it('is not nearly all while many small files wait beside a large one that has gone', () => {
    expect(share({ bytes: 300_002_000, sentBytes: 300_000_600, files: 201, sentFiles: 61 })).toBe(61 / 201)
  })

  it('is not nearly all while a large file goes out behind many small ones', () => {
    expect(share({ bytes: 1000, sentBytes: 200, files: 101, sentFiles: 100.5 })).toBe(0.2)
  })

  it('is nothing of nothing', () => {
    expect(share({})).toBe(0)
  })
})
