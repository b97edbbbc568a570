import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDebouncedSize, type DebouncedSize } from '../../../../src-renderer/phone/stream/debounced-size'
import type { SurfaceState } from '../../../../src-renderer/phone/stream/messages'

const frame = { width: 1000, height: 2000 }
const stateOf = (width: number, prompt = false): SurfaceState => ({
  room: { width, height: width * 2 },
  prompt,
  seen: true,
})

let changes: SurfaceState[]
let debounced: DebouncedSize

beforeEach(() => {
  vi.useFakeTimers()
  changes = []
  debounced = createDebouncedSize(stateOf(100), (state) => changes.push(state))
})
afterEach(() => {
  vi.useRealTimers()
})

it('delays a new size until it rests, and nothing else', () => {
  for (const width of [104, 108, 112]) {
    debounced.change(stateOf(width), frame)
    vi.advanceTimersByTime(199)
  }
  debounced.change(stateOf(112, true), frame)
  expect(changes).toEqual([stateOf(100), stateOf(100), stateOf(100), stateOf(100, true)])
  vi.advanceTimersByTime(200)
  expect(changes.at(-1)).toEqual(stateOf(112, true))
  expect(changes).toHaveLength(5)
  debounced.change(stateOf(112), frame)
  vi.advanceTimersByTime(1000)
  expect(changes.slice(5)).toEqual([stateOf(112)])
})

it('takes a size at once that needs another scale, or before the first frame', () => {
  debounced.change(stateOf(240), frame)
  expect(changes).toEqual([stateOf(240)])
  debounced.change(stateOf(236), null)
  expect(changes.slice(1)).toEqual([stateOf(236)])
  vi.advanceTimersByTime(1000)
  expect(changes).toHaveLength(2)
})

it('changes nothing after stop', () => {
  debounced.change(stateOf(104), frame)
  debounced.stop()
  vi.advanceTimersByTime(1000)
  expect(changes).toEqual([stateOf(100)])
})
