import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { FrameEncoder } from './frame-encoder'
import { rect, type Rect } from './geometry'
import type { Size } from './handset'
import { Pen } from './pen'

/** The pixels of one phone, and their JPEG. */
export class Screen {
  private readonly canvas: Canvas
  private readonly encoder: FrameEncoder

  constructor(
    size: Size,
    private readonly scale: number,
  ) {
    this.canvas = createCanvas(size.width, size.height)
    this.encoder = new FrameEncoder(size)
  }

  /** Draws again what lies in an area (points), widened to whole pixels. */
  paint(area: Rect, draw: (pen: Pen) => void): void {
    const { scale } = this
    const [left, top] = [Math.floor(area.x * scale), Math.floor(area.y * scale)]
    const [right, bottom] = [Math.ceil((area.x + area.w) * scale), Math.ceil((area.y + area.h) * scale)]
    const ctx = this.canvas.getContext('2d')
    ctx.save()
    ctx.beginPath()
    ctx.rect(left, top, right - left, bottom - top)
    ctx.clip()
    ctx.scale(scale, scale)
    draw(new Pen(ctx, rect(left / scale, top / scale, (right - left) / scale, (bottom - top) / scale)))
    ctx.restore()
    this.encoder.spoil(top, bottom)
  }

  /** The whole screen, in a buffer of its own that can be moved to another thread. */
  encode(): Uint8Array<ArrayBuffer> {
    return this.encoder.encode(this.canvas)
  }
}
