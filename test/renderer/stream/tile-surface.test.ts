import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Size } from '../../../src-shared/protocol/device'
import { TileSurface } from '../../../src-renderer/stream/tile-surface'

const size = { width: 750, height: 1334 }
const turned = { width: 1334, height: 750 }
const state = { size: { width: 180, height: 320 }, prompt: false, seen: true }
let told: Size[]
let surface: TileSurface

beforeEach(() => {
  vi.useFakeTimers({ now: 50_000 })
  told = []
  surface = new TileSurface({
    tile: 1,
    decode: () => Promise.reject(new Error('nothing to decode')),
    state,
    onFrameSize: (size) => told.push(size),
  })
})
afterEach(() => void vi.useRealTimers())

it('is blank until it has shown a frame', () => {
  expect(surface.blank).toBe(true)
  surface.shown({ size, receivedAt: 49_990 })
  expect(surface.blank).toBe(false)
})

it('tells the size of its first frame, and that of one that has another', () => {
  for (const [index, each] of [size, size, turned, turned, size].entries()) {
    surface.shown({ size: { ...each }, receivedAt: 49_000 + index })
  }
  expect(told).toEqual([size, turned, size])
})

it('is decoded for the size that it has now', () => {
  expect(surface.scale(size)).toBe(2)
  surface.change({ size: { width: 90, height: 160 }, prompt: true, seen: false })
  expect(surface.scale(size)).toBe(1)
  expect([surface.prompt, surface.seen]).toEqual([true, false])
})

it('tells how fast and how fresh frames come', () => {
  expect(surface.pace).toEqual({ fps: 0, ageMs: null })
  surface.shown({ size, receivedAt: 49_980 })
  surface.shown({ size, receivedAt: 49_990 })
  expect(surface.pace).toEqual({ fps: 1, ageMs: 15 })
})

it('takes a picture that is painted once more, for another size of its tile, for no other frame', () => {
  surface.shown({ size, receivedAt: 49_980 })
  vi.advanceTimersByTime(5000)
  surface.shown({ size, receivedAt: 49_980 })
  expect(surface.pace).toEqual({ fps: 0, ageMs: null })
})

it('knows no frame that is younger than now, whatever the clock is set to meanwhile', () => {
  surface.shown({ size, receivedAt: 50_500 })
  expect(surface.pace.ageMs).toBe(0)
})
