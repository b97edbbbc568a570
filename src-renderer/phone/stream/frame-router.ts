import { allowOwnScripts } from './own-scripts'
import { shallowReactive } from 'vue'
import type { Size } from '../../../src-shared/protocol/device'
import type { FrameLink } from '../../host/host'
import { isSameSize, largeSize, shownSize } from './decode-scale'
import type { FromWorker, PaintTarget, Pace, SurfaceState, ToWorker } from './messages'
import { createDebouncedSize } from './debounced-size'
import { hasVideoTracks, playTrack } from './video-track'

/** A picture that the frame worker paints. */
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

/** The page's side of the frame worker. Frames never come here: only their sizes and paces. */
export interface FrameRouter {
  /** Paints a tile into an element. */
  add(options: SurfaceOptions): PaintedSurface
  /** Starts or stops measuring each surface's pace. */
  measure(on: boolean): void
  /** The tiles whose newest frame is damaged; reactive. */
  readonly damaged: ReadonlySet<number>
  /** Drops the last frames of these tiles. */
  forget(tiles: number[]): void
}

// A row or two of the smallest tiles. Blank canvases hold little memory.
const mostSpares = 40

/** An element that the worker paints. */
interface Painted {
  element: HTMLCanvasElement | HTMLVideoElement
  target: PaintTarget
  transfer: Transferable[]
  /** Ends the surface. Returns whether the worker keeps its canvas. */
  end(): boolean
}

/** Starts and connects the frame worker, which rests while the page is hidden. */
export function createFrameRouter(link: FrameLink): FrameRouter {
  allowOwnScripts()
  const worker = new Worker(new URL('./worker/frame-worker.ts', import.meta.url), { type: 'module' })
  const listeners = new Map<
    number,
    Pick<SurfaceOptions, 'onPace'> & { onShown: (frame: Size, picture: Size) => void }
  >()
  /** Canvases of removed surfaces: making and transferring one takes milliseconds. */
  const spares: { surface: number; element: HTMLCanvasElement }[] = []
  const damaged = shallowReactive(new Set<number>())
  /** Each replaces a surface's canvas with a new one. */
  const renewals = new Set<() => void>()
  let nextSurface = 0

  const post = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  const postVisible = () => post({ type: 'visible', visible: document.visibilityState === 'visible' })

  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'shown') listeners.get(data.surface)?.onShown(data.frame, data.picture)
    else if (data.type === 'beat') post({ type: 'beat' })
    else if (data.type === 'damaged') damaged[data.isDamaged ? 'add' : 'delete'](data.tile)
    else for (const { surface, pace } of data.paces) listeners.get(surface)?.onPace(pace)
  }
  watchDrawing(() => {
    for (const { surface } of spares.splice(0)) post({ type: 'remove', surface, spare: false })
    for (const renew of renewals) renew()
  })
  document.addEventListener('visibilitychange', postVisible)
  postVisible()
  if ('port' in link) post({ type: 'connect', port: link.port }, [link.port])
  else post({ type: 'connect', url: link.url })

  const video = (surface: number): Painted => {
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
  const canvas = (surface: number): Painted => {
    const spare = spares.pop()
    const element = spare?.element ?? document.createElement('canvas')
    const end = () => spares.length < mostSpares && spares.push({ surface, element }) > 0
    if (spare) return { element, target: { canvasOf: spare.surface }, transfer: [], end }
    const offscreen = element.transferControlToOffscreen()
    return { element, target: { canvas: offscreen }, transfer: [offscreen], end }
  }

  return {
    add({ tile, place, large, state, onFrameSize, onPace }) {
      const surface = nextSurface++
      const make = large && hasVideoTracks() ? video : canvas
      let painted = make(surface)
      let now = state
      const debounced = createDebouncedSize(state, (next) => post({ type: 'change', surface, state: next }))
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
        post({ type: 'add', surface, tile, target: painted.target, state: now }, painted.transfer)
      }
      const renew = () => {
        painted.element.remove()
        post({ type: 'remove', surface, spare: false })
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
          debounced.change(changed, frame)
        },
        remove() {
          debounced.stop()
          renewals.delete(renew)
          listeners.delete(surface)
          painted.element.remove()
          post({ type: 'remove', surface, spare: painted.end() })
        },
      }
    },
    measure: (on) => post({ type: 'measure', on }),
    damaged,
    forget(tiles) {
      for (const tile of tiles) damaged.delete(tile)
      post({ type: 'forget', tiles })
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
