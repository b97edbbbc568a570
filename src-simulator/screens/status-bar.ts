import { rect } from './geometry'
import type { Pen } from './pen'

export interface StatusSigns {
  now: number
  airplane: boolean
  /** From 0 to 1. */
  battery: number
  /** 1 to 4 bars. */
  signal: number
}

const MINUTE = 60_000

/** `9:41` in the machine's own time zone. */
export function clockText(now: number): string {
  const date = new Date(now)
  return `${date.getHours()}:${String(date.getMinutes()).padStart(2, '0')}`
}

/** When the clock shows another minute. Time zones are whole minutes apart. */
export const nextMinute = (after: number): number => (Math.floor(after / MINUTE) + 1) * MINUTE

/** The bar at the top: clock on the left, signal, Wi-Fi and battery on the right. */
export function drawStatusBar(
  pen: Pen,
  width: number,
  height: number,
  ink: string,
  signs: StatusSigns,
): void {
  const middle = height / 2 + 2
  pen.text(clockText(signs.now), 26, middle, { size: 16.5, weight: 'bold', color: ink })
  drawBattery(pen, width - 51, middle, ink, signs.battery)
  drawWifi(pen, width - 68, middle, ink)
  if (signs.airplane) drawAirplane(pen, width - 93, middle, ink)
  else drawSignal(pen, width - 98, middle, ink, signs.signal)
}

function drawSignal(pen: Pen, x: number, middle: number, ink: string, bars: number): void {
  for (let i = 0; i < 4; i++) {
    const height = 4 + i * 2.5
    pen.faded(i < bars ? 1 : 0.3, () =>
      pen.fill(rect(x + i * 4.8, middle + 5.5 - height, 3.2, height), ink, 1),
    )
  }
}

function drawWifi(pen: Pen, x: number, middle: number, ink: string): void {
  const { ctx } = pen
  ctx.lineCap = 'butt'
  ctx.strokeStyle = ink
  ctx.fillStyle = ink
  ctx.lineWidth = 2.1
  const foot = middle + 5.5
  for (const radius of [6.4, 10.3]) {
    ctx.beginPath()
    ctx.arc(x, foot, radius, -Math.PI * 0.755, -Math.PI * 0.245)
    ctx.stroke()
  }
  ctx.beginPath()
  ctx.moveTo(x, foot)
  ctx.arc(x, foot, 3.6, -Math.PI * 0.755, -Math.PI * 0.245)
  ctx.fill()
}

function drawBattery(pen: Pen, x: number, middle: number, ink: string, charge: number): void {
  const body = rect(x, middle - 6, 23, 12)
  pen.faded(0.4, () => {
    pen.outline(body, ink, 1, 3.6)
    pen.fill(rect(x + 24.4, middle - 2, 1.6, 4), ink, 0.8)
  })
  pen.fill(rect(x + 2, middle - 4, 19 * Math.max(0.08, charge), 8), charge < 0.2 ? '#ff453a' : ink, 2)
}

function drawAirplane(pen: Pen, x: number, middle: number, ink: string): void {
  pen.moved(x, middle, (at) => {
    at.shape(
      'M-1.2 -6.6C-1.2 -8 1.2 -8 1.2 -6.6L1.2 -2.6L7.4 1.2L7.4 3L1.2 1.2L1 4.4L3 6L3 7.4L0 6.5L-3 7.4L-3 6L-1 4.4L-1.2 1.2L-7.4 3L-7.4 1.2L-1.2 -2.6Z',
      ink,
    )
  })
}
