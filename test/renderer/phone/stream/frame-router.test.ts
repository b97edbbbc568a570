import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { computed } from 'vue'
import type { Size } from '../../../../src-shared/protocol/device'
import { createFrameRouter, type FrameRouter } from '../../../../src-renderer/phone/stream/frame-router'
import type { FromWorker, Pace, ToWorker } from '../../../../src-renderer/phone/stream/messages'

/** A canvas that goes to a worker once. */
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
    // This video never plays.
    if (type === 'contextrestored') onDrawingBack = listener
  }
  remove() {
    this.place?.children.delete(this)
  }
}

/** A parent element. */
class Place {
  children = new Set<Canvas>()
  append(canvas: Canvas) {
    canvas.place = this
    this.children.add(canvas)
  }
}

let sent: ToWorker[] = []
let transferred: unknown[] = []
let router: FrameRouter
/** What the first worker hears. */
let hear: (data: FromWorker) => void
let workers: { hear: (data: FromWorker) => void; sent: ToWorker[] }[] = []
let onVisibility: () => void
let onDrawingBack: () => void
const page = { visibilityState: 'visible' }

beforeEach(() => {
  sent = []
  transferred = []
  workers = []
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
      sent: ToWorker[] = []
      constructor() {
        workers.push({ hear: (data) => this.onmessage?.({ data }), sent: this.sent })
      }
      postMessage(message: ToWorker, transfer: unknown[]) {
        this.sent.push(message)
        sent.push(message)
        transferred.push(...transfer)
      }
    },
  )
  router = createFrameRouter([{ url: 'ws://127.0.0.1/frames' }])
  hear = (data) => workers[0]?.hear(data)
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
const links = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ url: `ws://127.0.0.1/frames/${at}` }))
const targets = () => sent.flatMap((message) => (message.type === 'add' ? [message.target] : []))
const kept = () => sent.flatMap((message) => (message.type === 'remove' ? [message.spare] : []))

it('reuses the canvas of a removed tile', () => {
  const first = show(1)
  const [canvas] = first.place.children
  first.surface.remove()
  expect(first.place.children.size).toBe(0)
  const second = show(2)
  expect([...second.place.children][0]).toBe(canvas)
  expect(kept()).toEqual([true])
  expect(targets()).toEqual([{ canvas: { offscreen: canvas } }, { canvasOf: 0 }])
})

it('gives each tile a canvas of its own', () => {
  const tiles = [show(1), show(2)]
  for (const { surface } of tiles) surface.remove()
  const [third, fourth] = [show(3), show(4)]
  expect([...third.place.children][0]).not.toBe([...fourth.place.children][0])
  expect(
    new Set(
      targets()
        .slice(2)
        .map((target) => JSON.stringify(target)),
    ).size,
  ).toBe(2)
})

it('keeps as many spare canvases as a scrolled wall needs', () => {
  const tiles = Array.from({ length: 100 }, (_, tile) => show(tile))
  for (const { surface } of tiles) surface.remove()
  expect(kept().filter(Boolean)).toHaveLength(40)
})

it('reports size and pace to each surface until its removal', () => {
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

it('draws a picture without a filter while it has exactly the shown size', () => {
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

it('draws a large picture without a filter while its frame fills 95% of the room', () => {
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

it('sends a surface’s changes to the worker until its removal', () => {
  vi.useFakeTimers()
  const { surface } = show(1)
  const frame = { width: 1000, height: 2000 }
  hear({ type: 'shown', surface: 0, frame, picture: { width: 100, height: 200 } })
  sent = []
  const state = { room: { width: 104, height: 208 }, prompt: true, seen: true }
  surface.change(state)
  expect(sent).toEqual([
    { type: 'change', surface: 0, state: { ...state, room: { width: 100, height: 200 } } },
  ])
  surface.remove()
  vi.advanceTimersByTime(1000)
  expect(sent.map(({ type }) => type)).toEqual(['change', 'remove'])
})

it('answers the worker’s heartbeat', () => {
  sent = []
  hear({ type: 'beat' })
  expect(sent).toEqual([{ type: 'beat' }])
})

it('tells the worker whether the page is visible', () => {
  page.visibilityState = 'hidden'
  onVisibility()
  expect(sent).toEqual([
    { type: 'visible', visible: true },
    { type: 'connect', url: 'ws://127.0.0.1/frames' },
    { type: 'visible', visible: false },
  ])
})

it('transfers the frame port to the worker', () => {
  const { port1 } = new MessageChannel()
  createFrameRouter([{ port: port1 }])
  expect(transferred).toEqual([port1])
  port1.close()
})

it('shows a large phone alone in a video element, where it can play a track', () => {
  show(1, true)
  expect(targets()[0]).toHaveProperty('canvas')
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
  expect(targets()[1]).toHaveProperty('canvas')
  const { surface } = show(3, true)
  expect(targets()[2]).toEqual({ track: 'track' })
  expect(transferred.at(-1)).toBe('track')
  surface.remove()
  expect(kept()).toEqual([false])
})

it('lists the tiles whose newest frame is damaged until they are forgotten', () => {
  const tiles = computed(() => [1, 2, 3].filter((tile) => router.isDamaged(tile)))
  for (const tile of [1, 2, 3]) hear({ type: 'damaged', tile, isDamaged: true })
  expect(tiles.value).toEqual([1, 2, 3])
  hear({ type: 'damaged', tile: 2, isDamaged: false })
  expect(tiles.value).toEqual([1, 3])
  router.forget([3])
  expect(tiles.value).toEqual([1])
})

it('replaces every canvas, spare ones too, when the GPU process is lost', () => {
  const [first, second, gone] = [show(1), show(2), show(3)]
  const before = [first, second].map(({ place }) => [...place.children])
  gone.surface.remove()
  const state = { room: { width: 50, height: 60 }, prompt: true, seen: true }
  first.surface.change(state)
  sent = []
  onDrawingBack()
  const after = [first, second].map(({ place }) => [...place.children])
  expect(after.map(({ length }) => length)).toEqual([1, 1])
  expect(after.flat().some((canvas) => before.flat().includes(canvas))).toBe(false)
  expect(sent).toMatchObject([
    { type: 'remove', surface: 2, spare: false },
    { type: 'remove', surface: 0, spare: false },
    { type: 'add', surface: 0, tile: 1, target: { canvas: {} }, state },
    { type: 'remove', surface: 1, spare: false },
    { type: 'add', surface: 1, tile: 2, target: { canvas: {} } },
  ])
  show(4)
  expect(targets().at(-1)).toMatchObject({ canvas: {} })
})

it('shares tiles between workers, and leaves large pictures to the last', () => {
  workers = []
  router = createFrameRouter(links(3))
  const shown = () =>
    workers.map(({ sent: messages }) =>
      messages.flatMap((message) => ('tile' in message ? [[message.type, message.tile]] : [])),
    )
  expect(workers).toHaveLength(1)
  const tiles = [1, 2, 3].map((tile) => show(tile))
  const large = show(2, true)
  const both = (tile: number) => ['take', 'add'].map((type) => [type, tile])
  expect(shown()).toEqual([[...both(1), ...both(3)], both(2), both(2)])
  for (const { hear: tell } of workers) tell({ type: 'damaged', tile: 2, isDamaged: true })
  workers[1]?.hear({ type: 'damaged', tile: 2, isDamaged: false })
  expect(router.isDamaged(2)).toBe(true)
  large.surface.remove()
  expect(workers[2]?.sent.at(-1)).toEqual({ type: 'forget', tiles: [2] })
  workers[0]?.hear({ type: 'damaged', tile: 2, isDamaged: false })
  expect(router.isDamaged(2), 'what a worker that shows it no more said of it').toBe(false)
  // A canvas stays with its worker.
  for (const { surface } of tiles) surface.remove()
  show(2)
  show(4)
  const targetsOf = (at: number) =>
    workers[at]?.sent.flatMap((message) => (message.type === 'add' ? [message.target] : [])).slice(-1)
  expect(targetsOf(1)).toEqual([{ canvasOf: 1 }])
  expect(targetsOf(0)).toEqual([{ canvasOf: 2 }])
})

it('works on while workers that no tile needed have not started', () => {
  router = createFrameRouter(links(9))
  const { place } = show(1)
  show(2)
  show(1, true)
  router.forget([2])
  const [before] = place.children
  onDrawingBack()
  expect([...place.children][0]).not.toBe(before)
})

it('tells of damage that a worker found which started later', () => {
  workers = []
  router = createFrameRouter(links(3))
  const damaged = computed(() => [1, 2].filter((tile) => router.isDamaged(tile)))
  expect(damaged.value).toEqual([])
  show(1)
  show(2)
  for (const tile of [1, 2]) workers[tile - 1]?.hear({ type: 'damaged', tile, isDamaged: true })
  expect(damaged.value).toEqual([1, 2])
})

it('moves pictures to a worker that a filter has left without any', async () => {
  workers = []
  router = createFrameRouter(links(3))
  const tiles = [1, 2, 3, 4, 5, 6].map((tile) => show(tile))
  for (const at of [1, 3, 5]) tiles[at]?.surface.remove()
  await Promise.resolve()
  const last = workers[1]?.sent.filter(({ type }) => type === 'take' || type === 'add').slice(-2)
  expect(last).toMatchObject([{ tile: 1 }, { type: 'add', tile: 1, target: { canvasOf: 5 } }])
  expect(tiles[0]?.place.children.size).toBe(1)
  // It was on its way when the tile moved.
  workers[0]?.hear({ type: 'damaged', tile: 1, isDamaged: true })
  expect(router.isDamaged(1)).toBe(false)
  workers[1]?.hear({ type: 'damaged', tile: 1, isDamaged: true })
  expect(router.isDamaged(1)).toBe(true)
})
