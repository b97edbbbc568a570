import type { PaintTarget } from '../messages'

/** The canvases of the worker's surfaces, and the spare ones of removed surfaces. */
export interface Canvases {
  /** Returns the canvas of a new surface: its own, or a removed one's. Throws an Error where there is no such spare. */
  take(
    surface: number,
    target: Extract<PaintTarget, { canvas: unknown } | { canvasOf: unknown }>,
  ): OffscreenCanvas
  /**
   * Ends a surface.
   * @param spare keeps the canvas for another surface, blank: no phone may show in another's place
   */
  leave(surface: number, spare: boolean): void
}

export function createCanvases(): Canvases {
  const canvases = new Map<number, OffscreenCanvas>()

  return {
    take(surface, target) {
      const canvas = 'canvas' in target ? target.canvas : canvases.get(target.canvasOf)
      if (!canvas) throw new Error('There is no spare canvas')
      if ('canvasOf' in target) canvases.delete(target.canvasOf)
      canvases.set(surface, canvas)
      return canvas
    },
    leave(surface, spare) {
      if (!spare) canvases.delete(surface)
      else canvases.get(surface)?.getContext('bitmaprenderer')?.transferFromImageBitmap(null)
    },
  }
}
