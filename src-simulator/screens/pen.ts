import { createCanvas, Path2D, type Canvas, type Image, type SKRSContext2D } from '@napi-rs/canvas'
import { fontFor, type Weight } from './fonts'
import { overlaps, type Rect } from './geometry'

export interface TextLook {
  size: number
  color: string
  weight?: Weight
  align?: 'left' | 'center' | 'right'
  /** Cut with an ellipsis beyond this. */
  maxWidth?: number
}

export type Paint = string | CanvasGradient

type CanvasGradient = ReturnType<SKRSContext2D['createLinearGradient']>

const ruler = createCanvas(1, 1).getContext('2d')

/** The width of a line of text, in points. */
export function measure(text: string, size: number, weight: Weight = 'regular'): number {
  ruler.font = fontFor(size, weight)
  return ruler.measureText(text).width
}

/** The text, or as much of its beginning as fits with an ellipsis. */
function shorten(text: string, maxWidth: number, size: number, weight: Weight = 'regular'): string {
  if (measure(text, size, weight) <= maxWidth) return text
  const characters = [...text]
  let low = 0
  let high = characters.length
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (measure(`${characters.slice(0, middle).join('').trimEnd()}…`, size, weight) <= maxWidth) low = middle
    else high = middle - 1
  }
  return `${characters.slice(0, low).join('').trimEnd()}…`
}

/** Draws in points, from an origin that can be moved. Knows which part of the screen is wanted, so that the rest is skipped. */
export class Pen {
  /** @param wanted the part being drawn again, seen from the current origin */
  constructor(
    readonly ctx: SKRSContext2D,
    readonly wanted: Rect,
  ) {}

  /** Is anything of this area drawn at all? */
  wants(area: Rect): boolean {
    return overlaps(area, this.wanted)
  }

  fill(area: Rect, paint: Paint, radius = 0): void {
    this.ctx.fillStyle = paint
    if (radius === 0) {
      this.ctx.fillRect(area.x, area.y, area.w, area.h)
      return
    }
    this.ctx.beginPath()
    this.ctx.roundRect(area.x, area.y, area.w, area.h, Math.min(radius, area.w / 2, area.h / 2))
    this.ctx.fill()
  }

  outline(area: Rect, color: string, width: number, radius = 0): void {
    this.ctx.strokeStyle = color
    this.ctx.lineWidth = width
    this.ctx.beginPath()
    this.ctx.roundRect(area.x, area.y, area.w, area.h, radius)
    this.ctx.stroke()
  }

  circle(x: number, y: number, radius: number, paint: Paint): void {
    this.ctx.fillStyle = paint
    this.ctx.beginPath()
    this.ctx.arc(x, y, radius, 0, Math.PI * 2)
    this.ctx.fill()
  }

  ring(x: number, y: number, radius: number, color: string, width: number): void {
    this.ctx.strokeStyle = color
    this.ctx.lineWidth = width
    this.ctx.beginPath()
    this.ctx.arc(x, y, radius, 0, Math.PI * 2)
    this.ctx.stroke()
  }

  /** A hairline of one pixel or so. */
  rule(x: number, y: number, width: number, color: string): void {
    this.ctx.fillStyle = color
    this.ctx.fillRect(x, y, width, 0.5)
  }

  /** A path given as SVG path data. */
  shape(path: string, paint: Paint): void {
    this.ctx.fillStyle = paint
    this.ctx.fill(new Path2D(path))
  }

  stroke(path: string, color: string, width: number): void {
    this.ctx.strokeStyle = color
    this.ctx.lineWidth = width
    this.ctx.lineCap = 'round'
    this.ctx.lineJoin = 'round'
    this.ctx.stroke(new Path2D(path))
  }

  /** One line; `y` is the middle of its capitals, so that it can be centred on a row. */
  text(text: string, x: number, y: number, look: TextLook): void {
    const weight = look.weight ?? 'regular'
    const shown = look.maxWidth === undefined ? text : shorten(text, look.maxWidth, look.size, weight)
    this.ctx.font = fontFor(look.size, weight)
    this.ctx.textAlign = look.align ?? 'left'
    this.ctx.textBaseline = 'alphabetic'
    this.ctx.fillStyle = look.color
    this.ctx.fillText(shown, x, y + look.size * CAP_HALF)
  }

  image(picture: Canvas | Image, area: Rect): void {
    this.ctx.drawImage(picture, area.x, area.y, area.w, area.h)
  }

  /** The middle part of a picture that fills the area. */
  cover(picture: Canvas | Image, area: Rect): void {
    const scale = Math.max(area.w / picture.width, area.h / picture.height)
    const w = area.w / scale
    const h = area.h / scale
    const x = (picture.width - w) / 2
    const y = (picture.height - h) / 2
    this.ctx.drawImage(picture, x, y, w, h, area.x, area.y, area.w, area.h)
  }

  /** The whole picture, as large as the area allows. */
  contain(picture: Canvas | Image, area: Rect): void {
    const scale = Math.min(area.w / picture.width, area.h / picture.height)
    const w = picture.width * scale
    const h = picture.height * scale
    this.image(picture, { x: area.x + (area.w - w) / 2, y: area.y + (area.h - h) / 2, w, h })
  }

  gradient(from: [number, number], to: [number, number], ...colors: string[]): CanvasGradient {
    const gradient = this.ctx.createLinearGradient(...from, ...to)
    colors.forEach((color, i) => gradient.addColorStop(i / Math.max(1, colors.length - 1), color))
    return gradient
  }

  /** Draws with the origin moved. */
  moved(dx: number, dy: number, draw: (pen: Pen) => void): void {
    this.ctx.save()
    this.ctx.translate(dx, dy)
    const { x, y, w, h } = this.wanted
    draw(new Pen(this.ctx, { x: x - dx, y: y - dy, w, h }))
    this.ctx.restore()
  }

  /** Draws inside an area only. */
  within(area: Rect, draw: () => void, radius = 0): void {
    this.ctx.save()
    this.ctx.beginPath()
    if (radius === 0) this.ctx.rect(area.x, area.y, area.w, area.h)
    else this.ctx.roundRect(area.x, area.y, area.w, area.h, radius)
    this.ctx.clip()
    draw()
    this.ctx.restore()
  }

  /** Draws with everything multiplied by an opacity from 0 to 1. */
  faded(opacity: number, draw: () => void): void {
    this.ctx.save()
    this.ctx.globalAlpha *= opacity
    draw()
    this.ctx.restore()
  }
}

/** Half of the height of Inter's capitals, in ems. */
const CAP_HALF = 0.3636
