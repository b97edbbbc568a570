import type { PaintTarget } from './messages'

/** The canvases of the worker's surfaces, and those that removed ones have left for others. */
export interface Canvases {
  /** The canvas of a surface that begins: a new one, or the one that another has left. @throws Error when that one has left none */
  take(
    surface: number,
    ground: Extract<PaintTarget, { canvas: unknown } | { canvasOf: unknown }>,
  ): OffscreenCanvas
  /**
   * A surface has ended.
   * @param spare its canvas is taken by another later. It is blank from now on: nobody may see one phone's picture in
   * the place of another.
   */
  leave(surface: number, spare: boolean): void
}

export function createCanvases(): Canvases {
  const canvases = new Map<number, OffscreenCanvas>()

  return {
    take(surface, ground) {
      const canvas = 'canvas' in ground ? ground.canvas : canvases.get(ground.canvasOf)
      if (!canvas) throw new Error('no canvas was left')
      if ('canvasOf' in ground) canvases.delete(ground.canvasOf)
      canvases.set(surface, canvas)
      return canvas
    },
    leave(surface, spare) {
      if (!spare) canvases.delete(surface)
      else canvases.get(surface)?.getContext('bitmaprenderer')?.transferFromImageBitmap(null)
    },
  }
}
