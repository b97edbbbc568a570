import { allowOwnScripts } from './own-scripts'
import { shallowReactive } from 'vue'
import type { Size } from '../../../src-shared/protocol/device'
import type { FrameLink } from '../../host/host'
import { isSameSize, largeSize, shownSize } from './decode-scale'
import type { FromWorker, PaintTarget, Pace, SurfaceState, ToWorker } from './messages'
import { createDebouncedSize } from './debounced-size'
import { createTileDealer } from './tile-dealer'
import { hasVideoTracks, playTrack } from './video-track'

/** A picture that a frame worker paints. */
export interface PaintedSurface {
  change(state: SurfaceState): void
  remove(): void
}

interface SurfaceOptions {
  tile: number
  /** The element that the picture fills. */
  place: HTMLElement
  /** Shows the phone in the focus view: as a video where there are video tracks. */
  large: boolean
  state: SurfaceState
  /** Called at the first painted frame, and when the frame's size (px) changes. */
  onFrameSize: (size: Size) => void
  /** Called twice a second while paces are measured. */
  onPace: (pace: Pace) => void
}

/** The page's side of the frame workers. Frames never come here: only their sizes and paces. */
export interface FrameRouter {
  /** Paints a tile into an element. */
  add(options: SurfaceOptions): PaintedSurface
  /** Starts or stops measuring each surface's pace. */
  measure(on: boolean): void
  /** Whether a tile's newest frame is damaged; reactive. */
  isDamaged(tile: number): boolean
  /** Drops the last frames of these tiles. */
  forget(tiles: number[]): void
}

// A row or two of the smallest tiles. Blank canvases hold little memory.
const mostSpares = 40

/** A frame worker as the page knows it. */
interface FrameWorker {
  post(message: ToWorker, transfer?: Transferable[]): void
  /** Canvases of removed surfaces: making and transferring one takes milliseconds. */
  spares: { surface: number; element: HTMLCanvasElement }[]
  /** The tiles whose newest frame it found damaged; reactive. */
  damaged: Set<number>
  /** The tiles that it takes no more: what it still says of them is late. */
  left: Set<number>
}

type Listeners = Map<
  number,
  Pick<SurfaceOptions, 'onPace'> & { onShown: (frame: Size, picture: Size) => void }
>

/** An element that a worker paints. */
interface Painted {
  element: HTMLCanvasElement | HTMLVideoElement
  target: PaintTarget
  transfer: Transferable[]
  /** Ends the surface. Returns whether the worker keeps its canvas. */
  end(): boolean
}

function startWorker(listeners: Listeners, link: FrameLink): FrameWorker {
  const worker = new Worker(new URL('./worker/frame-worker.ts', import.meta.url), { type: 'module' })
  const damaged = shallowReactive(new Set<number>())
  const left = new Set<number>()
  const post = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)

  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'shown') listeners.get(data.surface)?.onShown(data.frame, data.picture)
    else if (data.type === 'beat') post({ type: 'beat' })
    else if (data.type === 'damaged')
      damaged[data.isDamaged && !left.has(data.tile) ? 'add' : 'delete'](data.tile)
    else for (const { surface, pace } of data.paces) listeners.get(surface)?.onPace(pace)
  }
  post(visibility())
  if ('port' in link) post({ type: 'connect', port: link.port }, [link.port])
  else post({ type: 'connect', url: link.url })
  return { post, spares: [], damaged, left }
}

const visibility = (): ToWorker => ({ type: 'visible', visible: document.visibilityState === 'visible' })

/**
 * Starts and connects each frame worker once a tile needs it. They rest while the page is hidden.
 * @param links one for each worker
 */
export function createFrameRouter(links: readonly FrameLink[]): FrameRouter {
  allowOwnScripts()
  const listeners: Listeners = new Map()
  /** Those that have started, by their place. */
  const workers = shallowReactive(new Map<number, FrameWorker>())
  /** Of each surface on a canvas: what replaces that with a new one. */
  const renewals = new Map<number, { tile: number; large: boolean; renew: () => void }>()
  let willEven = false
  let nextSurface = 0
  let isMeasuring = false

  const mostSparesEach = Math.ceil(mostSpares / links.length)

  const postAll = (message: ToWorker) => workers.forEach(({ post }) => post(message))
  const workerAt = (place: number): FrameWorker => {
    const link = links[place]
    if (!link) throw new Error('There is no frame worker')
    const started = workers.get(place)
    if (started) return started
    const worker = startWorker(listeners, link)
    if (isMeasuring) worker.post({ type: 'measure', on: true })
    workers.set(place, worker)
    return worker
  }
  const dealer = createTileDealer(links.length, {
    take(worker, tile) {
      const { left, post } = workerAt(worker)
      left.delete(tile)
      post({ type: 'take', tile })
    },
    leave(worker, tile) {
      workers.get(worker)?.damaged.delete(tile)
      workers.get(worker)?.left.add(tile)
      workers.get(worker)?.post({ type: 'forget', tiles: [tile] })
    },
  })

  watchDrawing(() => {
    for (const { post, spares } of workers.values())
      for (const { surface } of spares.splice(0)) post({ type: 'remove', surface, spare: false })
    for (const { renew } of renewals.values()) renew()
  })
  document.addEventListener('visibilitychange', () => postAll(visibility()))
  // It takes a while to start.
  workerAt(0)

  const video = ({ post }: FrameWorker, surface: number): Painted => {
    const element = document.createElement('video')
    const { track, end } = playTrack(element, () => post({ type: 'repeat', surface }))
    return {
      element,
      target: { track },
      transfer: [track],
      end() {
        end()
        return false
      },
    }
  }
  const canvas = ({ spares }: FrameWorker, surface: number): Painted => {
    const spare = spares.pop()
    const element = spare?.element ?? document.createElement('canvas')
    const end = () => spares.length < mostSparesEach && spares.push({ surface, element }) > 0
    if (spare) return { element, target: { canvasOf: spare.surface }, transfer: [], end }
    const offscreen = element.transferControlToOffscreen()
    return { element, target: { canvas: offscreen }, transfer: [offscreen], end }
  }

  const even = () => {
    willEven = false
    const moved = new Set(dealer.even())
    for (const { tile, large, renew } of renewals.values()) if (!large && moved.has(tile)) renew()
  }
  /** Evens the workers out once all tiles that go together, as by a filter, have gone, and those that replace them have come. */
  const evenSoon = () => {
    if (!willEven) queueMicrotask(even)
    willEven = true
  }

  return {
    add({ tile, place, large, state, onFrameSize, onPace }) {
      const surface = nextSurface++
      let worker = workerAt(dealer.add(tile, large))
      const make = large && hasVideoTracks() ? video : canvas
      let painted = make(worker, surface)
      let now = state
      const debounced = createDebouncedSize(state, (next) =>
        worker.post({ type: 'change', surface, state: next }),
      )
      let frame: Size | null = null
      let picture: Size | null = null
      // Unscaled pictures need no filter, which is half of the compositor's work.
      const setFilter = () => {
        const isExact =
          frame && picture && isSameSize(picture, (large ? largeSize : shownSize)(frame, now.room))
        painted.element.style.imageRendering = isExact ? 'pixelated' : ''
      }
      const onShown = (size: Size, shown: Size) => {
        if (!frame || !isSameSize(frame, size)) onFrameSize(size)
        frame = size
        picture = shown
        setFilter()
      }
      listeners.set(surface, { onShown, onPace })
      const put = () => {
        painted.element.ariaHidden = 'true'
        place.append(painted.element)
        worker.post({ type: 'add', surface, tile, target: painted.target, state: now }, painted.transfer)
      }
      const renew = () => {
        painted.element.remove()
        worker.post({ type: 'remove', surface, spare: false })
        worker = workerAt(dealer.workerOf(tile, large))
        painted = make(worker, surface)
        picture = null
        put()
      }
      put()
      if (make === canvas) renewals.set(surface, { tile, large, renew })
      return {
        change(changed) {
          now = changed
          setFilter()
          debounced.change(changed, frame)
        },
        remove() {
          debounced.stop()
          renewals.delete(surface)
          listeners.delete(surface)
          painted.element.remove()
          worker.post({ type: 'remove', surface, spare: painted.end() })
          dealer.remove(tile, large)
          evenSoon()
        },
      }
    },
    measure(on) {
      isMeasuring = on
      postAll({ type: 'measure', on })
    },
    isDamaged: (tile) => [...workers.values()].some(({ damaged }) => damaged.has(tile)),
    forget(tiles) {
      for (const tile of tiles) {
        dealer.forget(tile)
        for (const { damaged } of workers.values()) damaged.delete(tile)
      }
      postAll({ type: 'forget', tiles })
    },
  }
}

/**
 * Watches the browser's GPU process: when it crashes all canvases lose their pictures.
 * @param onLost called when a new GPU process runs
 */
function watchDrawing(onLost: () => void): void {
  const probe = document.createElement('canvas')
  probe.getContext('2d')?.fillRect(0, 0, 1, 1)
  probe.addEventListener('contextrestored', onLost)
  probe.hidden = true
  document.body.append(probe)
}
