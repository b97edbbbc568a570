import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFrameRouter, type FrameRouter } from '../../../src-renderer/stream/frame-router'
import type { ToWorker } from '../../../src-renderer/stream/messages'

/** As much of a canvas as is given to a worker: once. */
class Canvas {
  given = false
  place: Place | null = null
  transferControlToOffscreen() {
    if (this.given) throw new Error('it was given already')
    this.given = true
    return { offscreen: this }
  }
  remove() {
    this.place?.children.delete(this)
  }
}

/** As much of an element as holds others. */
class Place {
  children = new Set<Canvas>()
  append(canvas: Canvas) {
    canvas.place = this
    this.children.add(canvas)
  }
}

let told: ToWorker[] = []
let router: FrameRouter

beforeEach(() => {
  told = []
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: () => undefined,
    createElement: () => new Canvas(),
  })
  vi.stubGlobal(
    'Worker',
    class {
      onmessage = null
      postMessage = (message: ToWorker) => void told.push(message)
    },
  )
  router = createFrameRouter({ url: 'ws://127.0.0.1/frames' })
})
afterEach(() => vi.unstubAllGlobals())

function show(tile: number) {
  const place = new Place()
  const surface = router.add({
    tile,
    place: place as unknown as HTMLElement,
    large: false,
    state: { size: { width: 100, height: 200 }, prompt: false, seen: true },
    onFrameSize: () => undefined,
    onPace: () => undefined,
  })
  return { place, surface }
}
const grounds = () => told.flatMap((message) => (message.type === 'add' ? [message.ground] : []))
const kept = () => told.flatMap((message) => (message.type === 'remove' ? [message.spare] : []))

it('puts the canvas of a tile that has gone into the place of one that comes', () => {
  const first = show(1)
  const [canvas] = first.place.children
  first.surface.remove()
  expect(first.place.children.size).toBe(0)
  const second = show(2)
  expect([...second.place.children][0]).toBe(canvas)
  expect(kept()).toEqual([true])
  expect(grounds()).toEqual([{ canvas: { offscreen: canvas } }, { canvasOf: 0 }])
})

it('gives tiles that are there at the same time a canvas each', () => {
  const tiles = [show(1), show(2)]
  for (const { surface } of tiles) surface.remove()
  const [third, fourth] = [show(3), show(4)]
  expect([...third.place.children][0]).not.toBe([...fourth.place.children][0])
  expect(
    new Set(
      grounds()
        .slice(2)
        .map((ground) => JSON.stringify(ground)),
    ).size,
  ).toBe(2)
})

it('keeps no more canvases than a scrolled wall takes up again', () => {
  const tiles = Array.from({ length: 100 }, (_, tile) => show(tile))
  for (const { surface } of tiles) surface.remove()
  expect(kept().filter(Boolean)).toHaveLength(40)
})
