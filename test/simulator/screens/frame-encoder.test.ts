import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { FrameEncoder } from '../../../src-simulator/screens/frame-encoder'
import { pixelsOf } from './phone-in-hand'

/** The largest difference of any colour of any pixel. */
function difference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? 0))), 0)
}

describe('FrameEncoder', () => {
  it.each([
    [320, 480],
    [333, 517],
    [16, 16],
  ])('encodes strips and whole frames to the same pixels, at %i by %i', async (width, height) => {
    const canvas = createCanvas(width, height)
    const ctx = canvas.getContext('2d')
    const encoder = new FrameEncoder({ width, height })
    const light = ctx.createLinearGradient(0, 0, width, height)
    light.addColorStop(0, '#f08030')
    light.addColorStop(1, '#2040c0')
    ctx.fillStyle = light
    ctx.fillRect(0, 0, width, height)
    for (let i = 0; i < 40; i++) {
      ctx.fillStyle = `hsl(${i * 47} 80% 50%)`
      ctx.fillRect((i * 67) % width, (i * 131) % height, 9 + i, 5)
    }
    encoder.spoil(0, height)
    await pixelsOf(encoder.encode(canvas))
    ctx.fillStyle = '#ffffff'
    ctx.fillRect(3, 3, 10, 6)
    encoder.spoil(3, 9)
    const strips = await pixelsOf(encoder.encode(canvas))
    const whole = await pixelsOf(canvas.encodeSync('jpeg', 78))
    expect([strips.width, strips.height]).toEqual([width, height])
    expect(difference(strips.data, whole.data)).toBeLessThanOrEqual(6)
  })

  it('keeps the right edge of a wide, even picture', async () => {
    const [width, height] = [1170, 64]
    const canvas = createCanvas(width, height)
    const ctx = canvas.getContext('2d')
    const encoder = new FrameEncoder({ width, height })
    ctx.fillStyle = '#345678'
    ctx.fillRect(0, 0, width, height)
    encoder.encode(canvas)
    ctx.fillStyle = '#345679'
    ctx.fillRect(1150, 4, 20, 20)
    encoder.spoil(4, 24)
    const strips = await pixelsOf(encoder.encode(canvas))
    const whole = await pixelsOf(canvas.encodeSync('jpeg', 78))
    expect(difference(strips.data, whole.data)).toBeLessThanOrEqual(6)
  })
})
