import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Size } from '../../../../../src-shared/protocol/device'
import { Surface, type KeptFrame } from '../../../../../src-renderer/phone/stream/worker/surface'

const size = { width: 750, height: 1334 }
const turned = { width: 1334, height: 750 }
const room = { width: 180, height: 320 }

beforeEach(() => void vi.useFakeTimers({ now: 50_000 }))
afterEach(() => void vi.useRealTimers())

/** A prompt surface that paints every frame at once. */
function harness() {
  const sizes: { frame: Size; picture: Size }[] = []
  const decoded: Size[] = []
  const state = { room, prompt: true, seen: true }
  const surface = new Surface({
    tile: 1,
    state,
    decode: async (_jpeg, _frame, picture) => {
      decoded.push(picture)
      return { paint: () => undefined, close: () => undefined }
    },
    decodeTurn: (decode) => decode(),
    paintTurn: () => Promise.resolve(),
    onShown: (frame, picture) => sizes.push({ frame, picture }),
  })
  const show = (frame: KeptFrame) =>
    surface.show({ take: () => frame, isNewest: () => true, reportDamage: () => undefined })
  return {
    surface,
    sizes,
    decoded,
    show,
    resize: (next: Size) => surface.change({ ...state, room: next }),
    frame: (receivedAt: number, of: Size = size): KeptFrame => ({
      jpeg: new Uint8Array(),
      size: of,
      receivedAt,
    }),
  }
}

it('is blank until it has shown a frame', async () => {
  const { surface, show, frame } = harness()
  expect(surface.blank).toBe(true)
  await show(frame(49_990))
  expect(surface.blank).toBe(false)
})

it('reports the sizes of frame and picture when one of them changes', async () => {
  const { sizes, show, resize, frame } = harness()
  await show(frame(49_000))
  await show(frame(49_001))
  await show(frame(49_002, turned))
  resize({ width: 198, height: 352 })
  await show(frame(49_003, turned))
  expect(sizes).toEqual([
    { frame: size, picture: room },
    { frame: turned, picture: { width: 180, height: 101 } },
    { frame: turned, picture: { width: 198, height: 111 } },
  ])
})

it('decodes a picture of exactly the size that it is shown in', async () => {
  const { decoded, show, resize, frame } = harness()
  const newest = frame(49_000)
  await show(newest)
  resize({ width: 90, height: 160 })
  await show(newest)
  expect(decoded).toEqual([room, { width: 90, height: 160 }])
})

it('measures how fast and how fresh its frames are', async () => {
  const { surface, show, frame } = harness()
  expect(surface.pace).toEqual({ fps: 0, ageMs: null })
  await show(frame(49_980))
  await show(frame(49_990))
  expect(surface.pace).toEqual({ fps: 1, ageMs: 15 })
})

it('counts a frame once that is painted again at another size', async () => {
  const { surface, show, resize, frame } = harness()
  const newest = frame(49_980)
  await show(newest)
  vi.advanceTimersByTime(5000)
  resize({ width: 90, height: 160 })
  await show(newest)
  expect(surface.pace).toEqual({ fps: 0, ageMs: null })
})

it('measures no negative age when the clock is set back', async () => {
  const { surface, show, frame } = harness()
  await show(frame(50_500))
  expect(surface.pace.ageMs).toBe(0)
})
