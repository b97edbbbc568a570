import { describe, expect, it } from 'vitest'
import { hasEnded, shareOf, type UploadStateName } from '../../src-shared/features/upload-state'

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
  it.each(Object.entries(ended))('is, for an upload that is %s, %s', (state, expected) => {
    expect(hasEnded({ state: state as UploadStateName })).toBe(expected)
  })
})

describe('shareOf', () => {
  it('is the share of bytes sent, or 0 for an empty file', () => {
    expect(shareOf({ bytes: 1000, sentBytes: 200 })).toBe(0.2)
    expect(shareOf({ bytes: 0, sentBytes: 0 })).toBe(0)
  })
})
