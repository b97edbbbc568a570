import type { Size } from '../../src-shared/protocol/device'
import type { FrameLink } from '../host/host'
import type { FromWorker, ToWorker } from './messages'

/** A canvas that the frame worker paints. */
export interface PaintedSurface {
  change(to: Pick<SurfaceOptions, 'size' | 'prompt'>): void
  remove(): void
}

interface SurfaceOptions {
  tile: number
  canvas: HTMLCanvasElement
  /** In device pixels. */
  size: Size
  /** Takes every frame; otherwise at most 20 a second. */
  prompt: boolean
  /** Told when the first frame is painted, and when frames of another size follow. */
  onFrameSize: (size: Size) => void
}

/** The page's side of the frame worker. Frames never come here: only what size they have. */
export interface FrameRouter {
  /** Gives the canvas to the worker for good: it cannot be given twice. */
  add(options: SurfaceOptions): PaintedSurface
  /** The last frames of these tiles are not kept any longer. */
  forget(tiles: number[]): void
}

/** Starts the frame worker, connects it, and keeps it from working while the page is hidden. */
export function createFrameRouter(link: FrameLink): FrameRouter {
  const worker = new Worker(new URL('./frame-worker.ts', import.meta.url), { type: 'module' })
  const listeners = new Map<number, (size: Size) => void>()
  let nextSurface = 0

  const tell = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  const tellVisible = () => tell({ type: 'visible', visible: document.visibilityState === 'visible' })

  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => listeners.get(data.surface)?.(data.size)
  document.addEventListener('visibilitychange', tellVisible)
  tellVisible()
  if ('port' in link) tell({ type: 'connect', port: link.port }, [link.port])
  else tell({ type: 'connect', url: link.url })

  return {
    add({ tile, canvas, size, prompt, onFrameSize }) {
      const surface = nextSurface++
      listeners.set(surface, onFrameSize)
      const offscreen = canvas.transferControlToOffscreen()
      tell({ type: 'add', surface, tile, canvas: offscreen, size, prompt }, [offscreen])
      return {
        change: (to) => tell({ type: 'change', surface, ...to }),
        remove() {
          listeners.delete(surface)
          tell({ type: 'remove', surface })
        },
      }
    },
    forget: (tiles) => tell({ type: 'forget', tiles }),
  }
}
