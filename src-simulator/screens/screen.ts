import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Rect } from './geometry'
import type { Size } from './handset'
import { Pen } from './pen'

const QUALITY = 78

/** The pixels of one phone, and their JPEG. */
export class Screen {
  private readonly canvas: Canvas

  constructor(
    size: Size,
    private readonly scale: number,
  ) {
    this.canvas = createCanvas(size.width, size.height)
  }

  /** Draws again what lies in an area (points). */
  paint(area: Rect, draw: (pen: Pen) => void): void {
    const ctx = this.canvas.getContext('2d')
    ctx.save()
    ctx.scale(this.scale, this.scale)
    ctx.beginPath()
    ctx.rect(area.x, area.y, area.w, area.h)
    ctx.clip()
    draw(new Pen(ctx, area))
    ctx.restore()
  }

  /** The whole screen, in a buffer of its own that can be moved to another thread. */
  encode(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.canvas.encodeSync('jpeg', QUALITY))
  }
}
