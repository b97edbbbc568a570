import { inset, rect, type Rect } from './geometry'
import type { Pen } from './pen'
import { Random } from '../random'

type Painter = (pen: Pen, w: number, h: number, random: Random) => void

const hsl = (hue: number, saturation: number, light: number, alpha = 1): string =>
  `hsl(${hue.toFixed(0)} ${saturation.toFixed(0)}% ${light.toFixed(0)}% / ${alpha})`

/** A made-up photograph, the same for the same seed at any size. */
export function drawPicture(pen: Pen, area: Rect, seed: number): void {
  const random = new Random(seed, 'picture')
  const paint = random.pick(PAINTERS)
  pen.within(area, () => pen.moved(area.x, area.y, (at) => paint(at, area.w, area.h, random)))
}

function ridge(w: number, h: number, base: number, rise: number, random: Random): string {
  const steps = 7
  const peaks = Array.from({ length: steps + 1 }, (_, i) => {
    const y = h * (base - rise * random.next())
    return `L${((i / steps) * w).toFixed(1)} ${y.toFixed(1)}`
  })
  return `M0 ${h}${peaks.join('')}L${w} ${h}Z`
}

const mountains: Painter = (pen, w, h, random) => {
  const hue = random.between(0, 360)
  pen.fill(rect(0, 0, w, h), pen.gradient([0, 0], [0, h], hsl(hue, 55, 62), hsl(hue + 40, 75, 84)))
  pen.circle(w * random.between(0.2, 0.8), h * 0.32, w * 0.1, hsl(hue + 50, 95, 93))
  for (let i = 0; i < 4; i++)
    pen.shape(ridge(w, h, 0.6 + i * 0.12, 0.22 - i * 0.03, random), hsl(hue - 10 + i * 6, 38, 58 - i * 13))
}

const sea: Painter = (pen, w, h, random) => {
  const hue = random.between(-25, 42)
  const line = h * random.between(0.5, 0.62)
  pen.fill(
    rect(0, 0, w, line),
    pen.gradient([0, 0], [0, line], hsl(random.between(215, 275), 48, 44), hsl(hue, 90, 72)),
  )
  const sun = w * random.between(0.3, 0.7)
  pen.circle(sun, line - h * 0.06, w * 0.13, hsl(hue + 25, 100, 84))
  pen.fill(rect(0, line, w, h - line), pen.gradient([0, line], [0, h], hsl(205, 42, 52), hsl(222, 58, 20)))
  for (let i = 0; i < 9; i++) {
    const y = line + ((h - line) * (i + 0.6)) / 9
    const reach = w * random.between(0.05, 0.13) * (1 + i * 0.22)
    pen.fill(rect(sun - reach, y, reach * 2, h * 0.009), hsl(hue + 25, 100, 84, 0.65), h * 0.005)
  }
}

const city: Painter = (pen, w, h, random) => {
  const hue = random.between(200, 290)
  pen.fill(rect(0, 0, w, h), pen.gradient([0, 0], [0, h], hsl(hue, 55, 13), hsl(hue + 60, 60, 48)))
  for (let i = 0; i < 9; i++) {
    const tall = h * random.between(0.25, 0.68)
    const wide = w / 8
    const x = i * (w / 9) - w * 0.01
    pen.fill(rect(x, h - tall, wide, tall), hsl(hue, 35, 10 + (i % 3) * 4))
    for (let k = 0; k < 16; k++) {
      if (random.next() < 0.5) continue
      const window = rect(
        x + wide * (0.16 + 0.27 * (k % 3)),
        h - tall + h * 0.03 + Math.floor(k / 3) * h * 0.06,
        wide * 0.15,
        h * 0.022,
      )
      pen.fill(window, hsl(45, 95, 70, 0.85))
    }
  }
}

const flowers: Painter = (pen, w, h, random) => {
  const hue = random.between(0, 360)
  pen.fill(rect(0, 0, w, h), pen.gradient([0, 0], [w, h], hsl(hue + 140, 35, 30), hsl(hue + 110, 40, 60)))
  for (let i = 0; i < 6; i++) {
    const [x, y, r] = [w * random.next(), h * random.next(), w * random.between(0.08, 0.17)]
    for (let petal = 0; petal < 6; petal++) {
      const angle = (petal * Math.PI) / 3 + i
      pen.circle(
        x + r * 0.75 * Math.cos(angle),
        y + r * 0.75 * Math.sin(angle),
        r * 0.55,
        hsl(hue + i * 9, 78, 66, 0.92),
      )
    }
    pen.circle(x, y, r * 0.5, hsl(48, 95, 62))
  }
}

const table: Painter = (pen, w, h, random) => {
  const hue = random.between(0, 360)
  pen.fill(rect(0, 0, w, h), hsl(hue, 30, 74))
  for (let i = 0; i < 6; i++) pen.fill(rect(0, (h / 6) * i, w, h * 0.006), hsl(hue, 28, 64))
  const [x, y, r] = [w * random.between(0.4, 0.6), h * random.between(0.42, 0.58), w * 0.32]
  pen.circle(x + r * 0.06, y + r * 0.1, r, 'rgb(0 0 0 / 0.18)')
  pen.circle(x, y, r, '#fbfaf7')
  pen.ring(x, y, r * 0.8, '#e6e2d9', r * 0.03)
  for (let i = 0; i < 14; i++) {
    const angle = random.between(0, 6.3)
    const away = r * random.between(0, 0.52)
    pen.circle(
      x + away * Math.cos(angle),
      y + away * Math.sin(angle),
      r * random.between(0.1, 0.2),
      hsl(random.pick([8, 38, 92, 120, 350]), 68, random.between(42, 60)),
    )
  }
}

const shapes: Painter = (pen, w, h, random) => {
  const hue = random.between(0, 360)
  pen.fill(rect(0, 0, w, h), hsl(hue, 62, 90))
  for (let i = 0; i < 5; i++) {
    const color = hsl(hue + random.between(-50, 190), 72, random.between(45, 70), 0.88)
    pen.circle(w * random.next(), h * random.next(), w * random.between(0.12, 0.34), color)
  }
}

const PAINTERS: readonly Painter[] = [mountains, sea, city, flowers, table, shapes, mountains, sea]

/** What stands for a picture that could not be read. */
export function drawUnreadable(pen: Pen, area: Rect, name: string): void {
  pen.fill(area, '#dfe2e9')
  const box = inset(area, area.w * 0.3, area.h * 0.33)
  pen.outline(box, '#8d93a1', Math.max(1, area.w * 0.012), area.w * 0.03)
  pen.stroke(
    `M${box.x} ${box.y + box.h}L${box.x + box.w * 0.4} ${box.y + box.h * 0.45}L${box.x + box.w * 0.62} ${box.y + box.h * 0.7}L${box.x + box.w} ${box.y + box.h * 0.25}`,
    '#8d93a1',
    Math.max(1, area.w * 0.012),
  )
  pen.text(name, area.x + area.w / 2, area.y + area.h * 0.84, {
    size: Math.max(9, Math.min(15, area.w * 0.09)),
    align: 'center',
    color: '#5d6270',
    maxWidth: area.w * 0.9,
  })
}
