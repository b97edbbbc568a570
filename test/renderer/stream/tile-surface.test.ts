import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Size } from '../../../src-shared/protocol/device'
import { TileSurface } from '../../../src-renderer/stream/tile-surface'

const size = { width: 750, height: 1334 }
const turned = { width: 1334, height: 750 }
const thumbnail = { width: 180, height: 320 }
const state = { room: thumbnail, prompt: false, seen: true }
let told: { frame: Size; picture: Size }[]
let surface: TileSurface

beforeEach(() => {
  vi.useFakeTimers({ now: 50_000 })
  told = []
  surface = new TileSurface({
    tile: 1,
    decode: () => Promise.reject(new Error('nothing to decode')),
    state,
    onShown: (frame, picture) => told.push({ frame, picture }),
  })
})
afterEach(() => void vi.useRealTimers())

it('is blank until it has shown a frame', () => {
  expect(surface.blank).toBe(true)
  surface.shown({ size, receivedAt: 49_990 }, thumbnail)
  expect(surface.blank).toBe(false)
})

it('tells the sizes of its first frame and picture, and when one of them is another', () => {
  const larger = { width: 198, height: 352 }
  const pictures = [thumbnail, thumbnail, thumbnail, thumbnail, larger]
  for (const [index, each] of [size, size, turned, turned, turned].entries()) {
    surface.shown({ size: { ...each }, receivedAt: 49_000 + index }, { ...(pictures[index] ?? thumbnail) })
  }
  expect(told).toEqual([
    { frame: size, picture: thumbnail },
    { frame: turned, picture: thumbnail },
    { frame: turned, picture: larger },
  ])
})

it('needs a picture of just the size that it is shown in now, whether at once or not', () => {
  expect(surface.pictureSize(size)).toEqual(thumbnail)
  surface.change({ room: { width: 90, height: 160 }, prompt: false, seen: true })
  expect(surface.pictureSize(size)).toEqual({ width: 90, height: 160 })
  surface.change({ room: { width: 80, height: 160 }, prompt: true, seen: false })
  expect(surface.pictureSize(size)).toEqual({ width: 80, height: 142 })
  expect([surface.prompt, surface.seen]).toEqual([true, false])
})

it('tells how fast and how fresh frames come', () => {
  expect(surface.pace).toEqual({ fps: 0, ageMs: null })
  surface.shown({ size, receivedAt: 49_980 }, thumbnail)
  surface.shown({ size, receivedAt: 49_990 }, thumbnail)
  expect(surface.pace).toEqual({ fps: 1, ageMs: 15 })
})

it('takes a picture that is painted once more, for another size of its tile, for no other frame', () => {
  surface.shown({ size, receivedAt: 49_980 }, thumbnail)
  vi.advanceTimersByTime(5000)
  surface.shown({ size, receivedAt: 49_980 }, thumbnail)
  expect(surface.pace).toEqual({ fps: 0, ageMs: null })
})

it('knows no frame that is younger than now, whatever the clock is set to meanwhile', () => {
  surface.shown({ size, receivedAt: 50_500 }, thumbnail)
  expect(surface.pace.ageMs).toBe(0)
})
