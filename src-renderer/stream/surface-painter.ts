import type { Size } from '../../src-shared/protocol/device'
import type { JpegBytes } from './browser-bitmap'
import { isSameSize } from './decode-scale'
import type { Picture } from './picture'

/** What a surface is told of a frame that it shows. */
export interface ShownFrame {
  size: Size
  /** When it came off the socket, in ms since the epoch. */
  receivedAt: number
}

/** The newest frame of a tile, still as JPEG. */
export interface Kept extends ShownFrame {
  jpeg: JpegBytes
}

/** An element of the page that shows a tile, seen from the frame path. */
export interface Surface {
  /** Shows every frame at once; other surfaces are paced. */
  readonly prompt: boolean
  /** False while it is scrolled out of sight. */
  readonly seen: boolean
  /** True until it has shown its first frame. */
  readonly blank: boolean
  /** The size of the picture, in device pixels, that it needs now of a frame of this size. */
  pictureSize(frame: Size): Size
  /** @throws when the bytes are damaged */
  decode(jpeg: JpegBytes, frame: Size, size: Size): Promise<Picture>
  /** Told of each frame that was painted, and of the size of its picture. */
  shown(frame: ShownFrame, picture: Size): void
}

export interface PaintingOptions {
  /** Runs a decode when its turn comes. */
  schedule: <T>(prompt: boolean, decode: () => Promise<T>) => Promise<T>
  /** Resolves when a picture may be painted. */
  paintTurn: (prompt: boolean) => Promise<void>
}

export interface SurfacePainterOptions extends PaintingOptions {
  surface: Surface
  /** What is to be shown; null while nothing is, or nobody sees it. */
  newest: () => Kept | null
  /** Whether this is still the frame to be shown. */
  isNewest: (kept: Kept) => boolean
  /** It cannot be decoded: the last picture stays. */
  onDamaged: (kept: Kept) => void
}

/** Brings the newest frame onto one surface, one decode at a time. */
export interface SurfacePainter {
  /**
   * Decodes nothing when the newest frame has its picture of this size already.
   * Resolves when the frame that is the newest now, or a newer one, is painted or dropped.
   */
  show(): Promise<void>
  /** What was painted may be lost: the newest frame is to be shown once more. */
  lose(): void
}

/** However often it is asked, as while a window is resized, one decode at most waits: it takes frame and size as they are then. */
export function createSurfacePainter(options: SurfacePainterOptions): SurfacePainter {
  const { surface, schedule, paintTurn, newest, isNewest, onDamaged } = options
  let waiting: Promise<void> | null = null
  let decoding: Promise<unknown> = Promise.resolve()
  let begun: { kept: Kept; size: Size } | null = null
  let decodes = 0
  let painted = 0

  const decode = async () => {
    waiting = null
    const kept = newest()
    if (!kept) return null
    const size = surface.pictureSize(kept.size)
    if (begun?.kept === kept && isSameSize(begun.size, size)) return null
    begun = { kept, size }
    const number = ++decodes
    try {
      return { kept, number, size, picture: await surface.decode(kept.jpeg, kept.size, size) }
    } catch {
      onDamaged(kept)
      return null
    }
  }

  const paint = async () => {
    await decoding
    const next = schedule(surface.prompt, decode)
    decoding = next
    const decoded = await next
    if (!decoded) return
    await paintTurn(surface.prompt)
    const { kept, number, size, picture } = decoded
    // Meanwhile a newer frame may have come, or one of another size been painted, or the surface may have gone.
    if (!isNewest(kept) || number < painted) return picture.close()
    painted = number
    picture.paint()
    surface.shown(kept, size)
  }

  return {
    show: () => (waiting ??= paint()),
    lose() {
      begun = null
    },
  }
}
