import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { computed } from 'vue'
import type { Size } from '../../../src-shared/protocol/device'
import { createFrameRouter, type FrameRouter } from '../../../src-renderer/stream/frame-router'
import type { FromWorker, Pace, ToWorker } from '../../../src-renderer/stream/messages'

/** As much of a canvas as is given to a worker: once. */
class Canvas {
  given = false
  style = { imageRendering: '' }
  place: Place | null = null
  transferControlToOffscreen() {
    if (this.given) throw new Error('it was given already')
    this.given = true
    return { offscreen: this }
  }
  getContext() {
    return { fillRect: () => undefined }
  }
  addEventListener(type: string, listener: () => void) {
    // A video's are others; it never plays here.
    if (type === 'contextrestored') onDrawingBack = listener
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
let transferred: unknown[] = []
let router: FrameRouter
let hear: (data: FromWorker) => void
let onVisibility: () => void
let onDrawingBack: () => void
const page = { visibilityState: 'visible' }

beforeEach(() => {
  told = []
  transferred = []
  page.visibilityState = 'visible'
  vi.stubGlobal('document', {
    get visibilityState() {
      return page.visibilityState
    },
    addEventListener: (_type: string, listener: () => void) => (onVisibility = listener),
    createElement: () => new Canvas(),
    body: new Place(),
  })
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: ((message: { data: FromWorker }) => void) | null = null
      constructor() {
        hear = (data) => this.onmessage?.({ data })
      }
      postMessage(message: ToWorker, transfer: unknown[]) {
        told.push(message)
        transferred.push(...transfer)
      }
    },
  )
  router = createFrameRouter({ url: 'ws://127.0.0.1/frames' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function show(tile: number, large = false) {
  const place = new Place()
  const sizes: Size[] = []
  const paces: Pace[] = []
  const surface = router.add({
    tile,
    place: place as unknown as HTMLElement,
    large,
    state: { room: { width: 100, height: 200 }, prompt: false, seen: true },
    onFrameSize: (size) => sizes.push(size),
    onPace: (pace) => paces.push(pace),
  })
  return { place, surface, sizes, paces }
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

it('tells each surface its size and its pace, and one that has gone nothing', () => {
  const [first, second] = [show(1), show(2)]
  const size = { width: 750, height: 1334 }
  const pace = { fps: 10, ageMs: 20 }
  hear({ type: 'shown', surface: 1, frame: size, picture: size })
  hear({ type: 'pace', paces: [0, 1].map((surface) => ({ surface, pace })) })
  second.surface.remove()
  hear({ type: 'shown', surface: 1, frame: size, picture: size })
  hear({ type: 'pace', paces: [{ surface: 1, pace }] })
  expect([first.sizes, first.paces]).toEqual([[], [pace]])
  expect([second.sizes, second.paces]).toEqual([[size], [pace]])
})

it('has a picture drawn without a filter while it has just the size that is shown', () => {
  const { place, surface, sizes } = show(1)
  const [canvas] = place.children
  const rendering = () => canvas?.style.imageRendering
  const frame = { width: 1000, height: 2000 }
  const shown = (width: number, height: number) =>
    hear({ type: 'shown', surface: 0, frame, picture: { width, height } })
  shown(125, 250)
  expect(rendering()).toBe('')
  shown(100, 200)
  expect(rendering()).toBe('pixelated')
  surface.change({ room: { width: 90, height: 180 }, prompt: false, seen: true })
  expect(rendering()).toBe('')
  shown(90, 180)
  expect(rendering()).toBe('pixelated')
  expect(sizes).toEqual([frame])
})

it('has a large picture drawn without a filter too while the room is just larger than its frame', () => {
  const frame = { width: 1000, height: 2000 }
  const room = { width: 2000, height: 2050 }
  const shownIn = (place: Place, surface: number) => {
    hear({ type: 'shown', surface, frame, picture: frame })
    return [...place.children].map(({ style }) => style.imageRendering)
  }
  const [large, small] = [true, false].map((isLarge, index) => {
    const { place, surface } = show(index, isLarge)
    surface.change({ room, prompt: false, seen: true })
    return shownIn(place, index)
  })
  expect(large).toEqual(['pixelated'])
  // A thumbnail is enlarged to all of the room.
  expect(small).toEqual([''])
})

it('tells the worker how a surface is now, and nothing more of one that has gone', () => {
  vi.useFakeTimers()
  const { surface } = show(1)
  const frame = { width: 1000, height: 2000 }
  hear({ type: 'shown', surface: 0, frame, picture: { width: 100, height: 200 } })
  told = []
  const state = { room: { width: 104, height: 208 }, prompt: true, seen: true }
  surface.change(state)
  expect(told).toEqual([
    { type: 'change', surface: 0, state: { ...state, room: { width: 100, height: 200 } } },
  ])
  surface.remove()
  vi.advanceTimersByTime(1000)
  expect(told.map(({ type }) => type)).toEqual(['change', 'remove'])
})

it('answers the worker, which paints nothing while the page does not', () => {
  told = []
  hear({ type: 'beat' })
  expect(told).toEqual([{ type: 'beat' }])
})

it('tells the worker whether the page is visible, from the start and whenever that changes', () => {
  page.visibilityState = 'hidden'
  onVisibility()
  expect(told).toEqual([
    { type: 'visible', visible: true },
    { type: 'connect', url: 'ws://127.0.0.1/frames' },
    { type: 'visible', visible: false },
  ])
})

it('hands the port of the frames to the worker', () => {
  const { port1 } = new MessageChannel()
  createFrameRouter({ port: port1 })
  expect(transferred).toEqual([port1])
  port1.close()
})

it('takes a video element for a phone that is opened large, and for no other, where it can play a track', () => {
  show(1, true)
  expect(grounds()[0]).toHaveProperty('canvas')
  vi.stubGlobal('ImageDecoder', () => undefined)
  vi.stubGlobal('MediaStream', Object)
  vi.stubGlobal(
    'MediaStreamTrackGenerator',
    class {
      writable = 'track'
      stop = () => undefined
    },
  )
  show(2)
  expect(grounds()[1]).toHaveProperty('canvas')
  const { surface } = show(3, true)
  expect(grounds()[2]).toEqual({ track: 'track' })
  expect(transferred.at(-1)).toBe('track')
  surface.remove()
  expect(kept()).toEqual([false])
})

it('knows the tiles whose newest frame is damaged, until another comes or the phone is over', () => {
  const tiles = computed(() => [...router.damaged])
  for (const tile of [1, 2, 3]) hear({ type: 'damaged', tile, isDamaged: true })
  expect(tiles.value).toEqual([1, 2, 3])
  hear({ type: 'damaged', tile: 2, isDamaged: false })
  expect(tiles.value).toEqual([1, 3])
  router.forget([3])
  expect(tiles.value).toEqual([1])
})

it('gives each tile a new canvas, and what was left to none, once those that there are show nothing any more', () => {
  const [first, second, gone] = [show(1), show(2), show(3)]
  const before = [first, second].map(({ place }) => [...place.children])
  gone.surface.remove()
  const state = { room: { width: 50, height: 60 }, prompt: true, seen: true }
  first.surface.change(state)
  told = []
  onDrawingBack()
  const after = [first, second].map(({ place }) => [...place.children])
  expect(after.map(({ length }) => length)).toEqual([1, 1])
  expect(after.flat().some((canvas) => before.flat().includes(canvas))).toBe(false)
  expect(told).toMatchObject([
    { type: 'remove', surface: 2, spare: false },
    { type: 'remove', surface: 0, spare: false },
    { type: 'add', surface: 0, tile: 1, ground: { canvas: {} }, state },
    { type: 'remove', surface: 1, spare: false },
    { type: 'add', surface: 1, tile: 2, ground: { canvas: {} } },
  ])
  show(4)
  expect(grounds().at(-1)).toMatchObject({ canvas: {} })
})
