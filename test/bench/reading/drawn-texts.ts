import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { rect } from '../../../src-simulator/screens/geometry'
import type { Phone } from '../../../src-simulator/screens/phone'
import { Pen } from '../../../src-simulator/screens/pen'

/** A text that the simulator drew, and where: snapshot pixels. */
export interface DrawnText {
  text: string
  left: number
  top: number
  width: number
  height: number
}

/** Less than this share of its pixels in sight, and a text counts as covered. */
const IN_SIGHT = 0.98

/**
 * Draws a phone's whole screen.
 * @param skip the number of the text to leave out, which is drawn on `alone` instead
 * @returns all texts, in order
 */
function drawScreen(phone: Phone, canvas: Canvas, skip = -1, alone?: Canvas): DrawnText[] {
  const texts: DrawnText[] = []
  const ctx = canvas.getContext('2d')
  const plain = ctx.fillText.bind(ctx)
  ctx.fillText = (text: string, x: number, y: number) => {
    if (texts.push(boxOf(ctx, text, x, y)) - 1 !== skip) plain(text, x, y)
    else if (alone) drawAlone(alone, ctx, text, x, y)
  }
  ctx.save()
  ctx.scale(phone.scale, phone.scale)
  phone.draw(new Pen(ctx, rect(0, 0, canvas.width / phone.scale, canvas.height / phone.scale)))
  ctx.restore()
  return texts
}

function drawAlone(canvas: Canvas, from: SKRSContext2D, text: string, x: number, y: number): void {
  const ctx = canvas.getContext('2d')
  ctx.setTransform(from.getTransform())
  ctx.font = from.font
  ctx.textAlign = from.textAlign
  ctx.textBaseline = from.textBaseline
  ctx.fillText(text, x, y)
  ctx.resetTransform()
}

function boxOf(ctx: SKRSContext2D, text: string, x: number, y: number): DrawnText {
  const to = ctx.getTransform()
  const { actualBoundingBoxLeft: before, actualBoundingBoxRight: after, ...size } = ctx.measureText(text)
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = size
  return {
    text,
    left: Math.floor((x - before) * to.a + to.e),
    top: Math.floor((y - above) * to.d + to.f),
    width: Math.ceil((before + after) * to.a),
    height: Math.ceil((above + below) * to.d),
  }
}

/** Returns the texts on a phone's screen that nothing covers or cuts off, and the screen as a canvas. */
export function drawnTexts(phone: Phone, size: { width: number; height: number }) {
  const canvas = createCanvas(size.width, size.height)
  const texts = drawScreen(phone, canvas)
  const seen = texts.filter((text, index) => {
    const { left, top, width, height } = text
    const inside = left >= 0 && top >= 0 && left + width <= size.width && top + height <= size.height
    if (!inside || width < 1 || height < 1) return false
    const without = createCanvas(size.width, size.height)
    const alone = createCanvas(size.width, size.height)
    drawScreen(phone, without, index, alone)
    return shareInSight(canvas, without, alone, text) >= IN_SIGHT
  })
  return { canvas, texts: seen }
}

/** The share of a text's own pixels that change when it is not drawn. */
function shareInSight(whole: Canvas, without: Canvas, alone: Canvas, text: DrawnText): number {
  const pixels = (canvas: Canvas) =>
    canvas.getContext('2d').getImageData(text.left, text.top, text.width, text.height).data
  const [a, b, own] = [pixels(whole), pixels(without), pixels(alone)]
  let [all, seen] = [0, 0]
  for (let at = 0; at < own.length; at += 4) {
    if ((own[at + 3] ?? 0) < 128) continue
    all++
    if (a[at] !== b[at] || a[at + 1] !== b[at + 1] || a[at + 2] !== b[at + 2]) seen++
  }
  return all === 0 ? 0 : seen / all
}
