import { describe, expect, it } from 'vitest'
import { placeIn, videoSize } from '../../../../../src-renderer/features/captures/convert/letterbox'

describe('a video of frames of several sizes', () => {
  it('has even sides', () => {
    expect(videoSize({ width: 751, height: 1334 })).toEqual({ width: 752, height: 1334 })
  })

  it('is no larger and no smaller than encoders take', () => {
    expect(videoSize({ width: 16_384, height: 1 })).toEqual({ width: 3840, height: 64 })
    expect(videoSize({ width: 6300, height: 6300 })).toEqual({ width: 2880, height: 2880 })
    expect(videoSize({ width: 2160, height: 3840 })).toEqual({ width: 2160, height: 3840 })
  })

  it('shows a frame whole, in the middle, and never enlarges it', () => {
    const video = { width: 750, height: 1334 }
    expect(placeIn(video, video)).toEqual({ x: 0, y: 0, width: 750, height: 1334 })
    expect(placeIn(video, { width: 1334, height: 750 })).toEqual({ x: 0, y: 456, width: 750, height: 422 })
    expect(placeIn(video, { width: 375, height: 667 })).toEqual({ x: 187, y: 333, width: 375, height: 667 })
  })
})
