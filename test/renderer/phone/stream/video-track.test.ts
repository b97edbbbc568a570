import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { playTrack } from '../../../../src-renderer/phone/stream/video-track'

/** A stand-in for a video element. */
class Video extends EventTarget {
  srcObject: unknown = null
}

const ended = vi.fn()

function play() {
  const video = new Video()
  const repeat = vi.fn()
  const { end } = playTrack(video as unknown as HTMLVideoElement, repeat)
  return { video, repeat, end }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaStream', EventTarget)
  vi.stubGlobal(
    'MediaStreamTrackGenerator',
    class {
      writable = {}
      stop = ended
    },
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks for the last frame again until the element shows one', () => {
  const { video, repeat } = play()
  vi.advanceTimersByTime(500)
  expect(repeat.mock.calls.length).toBeGreaterThanOrEqual(2)
  video.dispatchEvent(new Event('loadeddata'))
  repeat.mockClear()
  vi.advanceTimersByTime(500)
  expect(repeat).not.toHaveBeenCalled()
})

it('stops asking and frees the element at its end', () => {
  const { video, repeat, end } = play()
  end()
  vi.advanceTimersByTime(500)
  expect(repeat).not.toHaveBeenCalled()
  expect(ended).toHaveBeenCalledOnce()
  expect(video.srcObject).toBeNull()
})
