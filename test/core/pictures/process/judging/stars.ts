import { createCanvas, type Canvas } from '@napi-rs/canvas'

export const spot = { x: 130, y: 300 }

/** Draws a screen with two stars and noise around them. */
export function draw(scale = 1, second = true): Canvas {
  const canvas = createCanvas(375 * scale, 667 * scale)
  const context = canvas.getContext('2d')
  context.scale(scale, scale)
  context.fillStyle = '#20304a'
  context.fillRect(0, 0, 375, 667)
  for (let at = 0; at < 40; at += 1) {
    context.fillStyle = at % 2 ? '#88aa66' : '#c0405a'
    context.fillRect((at * 97) % 360, (at * 61) % 640, 14, 9)
  }
  for (const [x, y] of second
    ? [[spot.x, spot.y] as const, [40, 500] as const]
    : [[spot.x, spot.y] as const]) {
    context.fillStyle = '#ffffff'
    context.fillRect(x, y, 60, 60)
    context.fillStyle = '#d02020'
    context.beginPath()
    context.arc(x + 25, y + 30, 20, 0, 7)
    context.fill()
    context.fillStyle = '#000000'
    context.fillRect(x + 40, y + 5, 12, 50)
  }
  return canvas
}

export function cut(from: Canvas, x: number, y: number, side: number): Buffer {
  const canvas = createCanvas(side, side)
  canvas.getContext('2d').drawImage(from, x, y, side, side, 0, 0, side, side)
  return canvas.toBuffer('image/png')
}
