import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDebouncedSize, type DebouncedSize } from '../../../src-renderer/stream/debounced-size'
import type { SurfaceState } from '../../../src-renderer/stream/messages'

const frame = { width: 1000, height: 2000 }
const stateOf = (width: number, prompt = false): SurfaceState => ({
  room: { width, height: width * 2 },
  prompt,
  seen: true,
})

let told: SurfaceState[]
let resting: DebouncedSize

beforeEach(() => {
  vi.useFakeTimers()
  told = []
  resting = createDebouncedSize(stateOf(100), (state) => told.push(state))
})
afterEach(() => {
  vi.useRealTimers()
})

it('tells another size once that rests, and anything else at once', () => {
  for (const width of [104, 108, 112]) {
    resting.change(stateOf(width), frame)
    vi.advanceTimersByTime(199)
  }
  resting.change(stateOf(112, true), frame)
  expect(told).toEqual([stateOf(100), stateOf(100), stateOf(100), stateOf(100, true)])
  vi.advanceTimersByTime(200)
  expect(told.at(-1)).toEqual(stateOf(112, true))
  expect(told).toHaveLength(5)
  resting.change(stateOf(112), frame)
  vi.advanceTimersByTime(1000)
  expect(told.slice(5)).toEqual([stateOf(112)])
})

it('tells a size at once for which the phone is decoded otherwise, or before its first frame', () => {
  resting.change(stateOf(240), frame)
  expect(told).toEqual([stateOf(240)])
  resting.change(stateOf(236), null)
  expect(told.slice(1)).toEqual([stateOf(236)])
  vi.advanceTimersByTime(1000)
  expect(told).toHaveLength(2)
})

it('tells nothing once it is stopped', () => {
  resting.change(stateOf(104), frame)
  resting.stop()
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([stateOf(100)])
})
