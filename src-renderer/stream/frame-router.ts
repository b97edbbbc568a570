import { shallowReactive } from 'vue'
import type { Size } from '../../src-shared/protocol/device'
import type { FrameLink } from '../host/host'
import { isSameSize, largeSize, shownSize } from './decode-scale'
import type { FromWorker, PaintTarget, Pace, SurfaceState, ToWorker } from './messages'
import { createDebouncedSize } from './debounced-size'
import { hasVideoTracks, playTrack } from './video-track'
import { watchDrawing } from './watch-drawing'

/** A picture that the frame worker paints. */
export interface PaintedSurface {
  change(state: SurfaceState): void
  remove(): void
}

interface SurfaceOptions {
  tile: number
  /** The element that the picture fills. */
  place: HTMLElement
  /** Shows the phone large, which a video element does best. */
  large: boolean
  state: SurfaceState
  /** Told when the first frame is painted, and when frames of another size follow. */
  onFrameSize: (size: Size) => void
  /** Told twice a second while paces are measured. */
  onPace: (pace: Pace) => void
}

/** The page's side of the frame worker. Frames never come here: only what size they have, and how fast they come. */
export interface FrameRouter {
  /** Has a tile painted from now on. */
  add(options: SurfaceOptions): PaintedSurface
  /** Whether the pace of each surface is measured and told. */
  measure(on: boolean): void
  /** The tiles whose newest frame is damaged, for the page to show. */
  readonly damaged: ReadonlySet<number>
  /** The last frames of these tiles are not kept any longer. */
  forget(tiles: number[]): void
}

// A row or two of the smallest tiles. Each holds little: it is blank.
const mostSpares = 40

/** An element that is painted, and what the worker is handed for it. */
interface Painted {
  element: HTMLCanvasElement | HTMLVideoElement
  ground: PaintTarget
  transfer: Transferable[]
  /** The surface has ended. @returns whether the worker keeps its canvas */
  end(): boolean
}

/** Starts the frame worker, connects it, and keeps it from working while the page is hidden. */
export function createFrameRouter(link: FrameLink): FrameRouter {
  const worker = new Worker(new URL('./frame-worker.ts', import.meta.url), { type: 'module' })
  const listeners = new Map<
    number,
    Pick<SurfaceOptions, 'onPace'> & { onShown: (frame: Size, picture: Size) => void }
  >()
  /** Canvases of removed surfaces: to make one and give it to the worker takes milliseconds. */
  const spares: { surface: number; element: HTMLCanvasElement }[] = []
  const damaged = shallowReactive(new Set<number>())
  /** Puts new canvases in the place of those that are there. */
  const renewals = new Set<() => void>()
  let nextSurface = 0

  const tell = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  const tellVisible = () => tell({ type: 'visible', visible: document.visibilityState === 'visible' })

  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'shown') listeners.get(data.surface)?.onShown(data.frame, data.picture)
    else if (data.type === 'beat') tell({ type: 'beat' })
    else if (data.type === 'damaged') damaged[data.isDamaged ? 'add' : 'delete'](data.tile)
    else for (const { surface, pace } of data.paces) listeners.get(surface)?.onPace(pace)
  }
  watchDrawing(() => {
    for (const { surface } of spares.splice(0)) tell({ type: 'remove', surface, spare: false })
    for (const renew of renewals) renew()
  })
  document.addEventListener('visibilitychange', tellVisible)
  tellVisible()
  if ('port' in link) tell({ type: 'connect', port: link.port }, [link.port])
  else tell({ type: 'connect', url: link.url })

  const video = (surface: number): Painted => {
    const element = document.createElement('video')
    const { track, end } = playTrack(element, () => tell({ type: 'repeat', surface }))
    return {
      element,
      ground: { track },
      transfer: [track],
      end() {
        end()
        return false
      },
    }
  }
  const canvas = (surface: number): Painted => {
    const spare = spares.pop()
    const element = spare?.element ?? document.createElement('canvas')
    const end = () => spares.length < mostSpares && spares.push({ surface, element }) > 0
    if (spare) return { element, ground: { canvasOf: spare.surface }, transfer: [], end }
    const offscreen = element.transferControlToOffscreen()
    return { element, ground: { canvas: offscreen }, transfer: [offscreen], end }
  }

  return {
    add({ tile, place, large, state, onFrameSize, onPace }) {
      const surface = nextSurface++
      const make = large && hasVideoTracks() ? video : canvas
      let painted = make(surface)
      let now = state
      const resting = createDebouncedSize(state, (next) => tell({ type: 'change', surface, state: next }))
      let frame: Size | null = null
      let picture: Size | null = null
      /** A picture that has just the size that is shown needs no filter, which is half of the compositor's work (docs/performance.md). */
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
        tell({ type: 'add', surface, tile, ground: painted.ground, state: now }, painted.transfer)
      }
      const renew = () => {
        painted.element.remove()
        tell({ type: 'remove', surface, spare: false })
        painted = make(surface)
        picture = null
        put()
      }
      put()
      if (make === canvas) renewals.add(renew)
      return {
        change(changed) {
          now = changed
          setFilter()
          resting.change(changed, frame)
        },
        remove() {
          resting.stop()
          renewals.delete(renew)
          listeners.delete(surface)
          painted.element.remove()
          tell({ type: 'remove', surface, spare: painted.end() })
        },
      }
    },
    measure: (on) => tell({ type: 'measure', on }),
    damaged,
    forget(tiles) {
      for (const tile of tiles) damaged.delete(tile)
      tell({ type: 'forget', tiles })
    },
  }
}
