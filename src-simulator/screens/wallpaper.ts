import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { rect } from './geometry'
import { Pen } from './pen'
import { Random } from '../random'

/** Hues far apart for seeds that follow each other. */
const seedHue = (seed: number): number => ((seed * 0.618034) % 1) * 360

/** Points of the screen to a pixel of the lights. */
const LIGHTS_SCALE = 3

interface Glow {
  x: number
  y: number
  radius: number
  color: string
}

/** A phone's wallpaper: a seeded gradient with a few soft lights and long waves. */
export class Wallpaper {
  private readonly top: string
  private readonly bottom: string
  private readonly glows: Glow[]
  private cache: Canvas | null = null
  private readonly waves: { rise: number; bend: number; color: string }[]

  constructor(seed: number) {
    const random = new Random(seed, 'wallpaper')
    const hue = seedHue(seed)
    const other = hue + random.pick([35, 60, -45, 150, -80])
    this.top = `hsl(${hue} 62% 34%)`
    this.bottom = `hsl(${other} 66% 46%)`
    this.glows = [0, 1, 2].map((i) => ({
      x: random.between(0, 1),
      y: random.between(0.05, 0.75),
      radius: random.between(0.45, 0.8),
      color: `${(i === 1 ? hue + 25 : other + i * 18).toFixed(0)} 85% ${(62 + i * 5).toFixed(0)}%`,
    }))
    this.waves = [0, 1, 2].map((i) => ({
      rise: 0.5 + i * 0.16 + random.between(-0.05, 0.05),
      bend: random.between(-0.22, 0.22),
      color: `hsl(${(other + 12 * i).toFixed(0)} 70% ${(40 - i * 9).toFixed(0)}% / 0.5)`,
    }))
  }

  draw(pen: Pen, width: number, height: number): void {
    pen.image(this.lights(width, height), rect(0, 0, width, height))
    for (const wave of this.waves) {
      const y = wave.rise * height
      const bend = wave.bend * height
      pen.shape(
        `M0 ${y}C${width * 0.35} ${y - bend} ${width * 0.6} ${y + bend} ${width} ${y - bend * 0.6}V${height}H0Z`,
        wave.color,
      )
    }
  }

  /** Lights are costly to draw and have no edges: a small picture of them, drawn once, is as good. */
  private lights(width: number, height: number): Canvas {
    const w = Math.ceil(width / LIGHTS_SCALE)
    const h = Math.ceil(height / LIGHTS_SCALE)
    if (this.cache?.width === w && this.cache.height === h) return this.cache
    const canvas = createCanvas(w, h)
    const pen = new Pen(canvas.getContext('2d'), rect(0, 0, w, h))
    pen.fill(rect(0, 0, w, h), pen.gradient([0, 0], [w * 0.4, h], this.top, this.bottom))
    for (const glow of this.glows) this.drawGlow(pen, w, h, glow)
    this.cache = canvas
    return canvas
  }

  private drawGlow(pen: Pen, width: number, height: number, glow: Glow): void {
    const [x, y, radius] = [glow.x * width, glow.y * height, glow.radius * Math.max(width, height) * 0.7]
    const light = pen.ctx.createRadialGradient(x, y, 0, x, y, radius)
    light.addColorStop(0, `hsl(${glow.color} / 0.75)`)
    light.addColorStop(1, `hsl(${glow.color} / 0)`)
    pen.fill(rect(0, 0, width, height), light)
  }
}
