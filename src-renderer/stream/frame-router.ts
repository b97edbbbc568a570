import type { Size } from '../../src-shared/protocol/device'
import type { FrameLink } from '../host/host'
import type { FromWorker, Ground, Pace, SurfaceState, ToWorker } from './messages'
import { playTrack } from './video-track'

/** An element that the frame worker paints. */
export interface PaintedSurface {
  change(state: SurfaceState): void
  remove(): void
}

interface SurfaceOptions {
  tile: number
  element: HTMLCanvasElement | HTMLVideoElement
  state: SurfaceState
  /** Told when the first frame is painted, and when frames of another size follow. */
  onFrameSize: (size: Size) => void
  /** Told twice a second while paces are measured. */
  onPace: (pace: Pace) => void
}

/** The page's side of the frame worker. Frames never come here: only what size they have, and how fast they come. */
export interface FrameRouter {
  /** Gives the element to the worker for good: a canvas cannot be given twice. */
  add(options: SurfaceOptions): PaintedSurface
  /** Whether the pace of each surface is measured and told. */
  measure(on: boolean): void
  /** The last frames of these tiles are not kept any longer. */
  forget(tiles: number[]): void
}

/** What is handed to the worker for an element, and what ends it. */
function groundOf(
  element: HTMLCanvasElement | HTMLVideoElement,
  repeat: () => void,
): {
  ground: Ground
  transfer: Transferable[]
  end: () => void
} {
  if (element instanceof HTMLVideoElement) {
    const { track, end } = playTrack(element, repeat)
    return { ground: { track }, transfer: [track], end }
  }
  const canvas = element.transferControlToOffscreen()
  return { ground: { canvas }, transfer: [canvas], end: () => undefined }
}

/** Starts the frame worker, connects it, and keeps it from working while the page is hidden. */
export function createFrameRouter(link: FrameLink): FrameRouter {
  const worker = new Worker(new URL('./frame-worker.ts', import.meta.url), { type: 'module' })
  const listeners = new Map<number, Pick<SurfaceOptions, 'onFrameSize' | 'onPace'>>()
  let nextSurface = 0

  const tell = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  const tellVisible = () => tell({ type: 'visible', visible: document.visibilityState === 'visible' })

  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'frame-size') listeners.get(data.surface)?.onFrameSize(data.size)
    else if (data.type === 'beat') tell({ type: 'beat' })
    else for (const { surface, pace } of data.paces) listeners.get(surface)?.onPace(pace)
  }
  document.addEventListener('visibilitychange', tellVisible)
  tellVisible()
  if ('port' in link) tell({ type: 'connect', port: link.port }, [link.port])
  else tell({ type: 'connect', url: link.url })

  return {
    add({ tile, element, state, onFrameSize, onPace }) {
      const surface = nextSurface++
      listeners.set(surface, { onFrameSize, onPace })
      const { ground, transfer, end } = groundOf(element, () => tell({ type: 'repeat', surface }))
      tell({ type: 'add', surface, tile, ground, state }, transfer)
      return {
        change: (changed) => tell({ type: 'change', surface, state: changed }),
        remove() {
          listeners.delete(surface)
          tell({ type: 'remove', surface })
          end()
        },
      }
    },
    measure: (on) => tell({ type: 'measure', on }),
    forget: (tiles) => tell({ type: 'forget', tiles }),
  }
}
