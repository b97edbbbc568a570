import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  comparePictures,
  differenceOf,
} from '../../../../../src-main/core/pictures/process/judging/compare-pictures'
import { findPart } from '../../../../../src-main/core/pictures/process/judging/find-part'
import { toPng } from '../../../../../src-main/core/pictures/process/picture'

const spot = { x: 130, y: 300 }

/** Draws a screen with two stars and noise around them. */
function draw(scale = 1, second = true): Canvas {
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

function cut(from: Canvas, x: number, y: number, side: number): Buffer {
  const canvas = createCanvas(side, side)
  canvas.getContext('2d').drawImage(from, x, y, side, side, 0, 0, side, side)
  return canvas.toBuffer('image/png')
}

describe('finding a cut-out on a screen', () => {
  let part: Buffer
  beforeAll(() => {
    part = cut(draw(), spot.x, spot.y, 60)
  })

  it('finds each place where it is, from the top', async () => {
    const found = await findPart(await draw().encode('jpeg', 80), part, 0.9)
    expect(found.map(({ left, top }) => [Math.round(left / 8), Math.round(top / 8)])).toEqual([
      [Math.round(spot.x / 8), Math.round(spot.y / 8)],
      [Math.round(40 / 8), Math.round(500 / 8)],
    ])
  })

  it('finds it on a phone of twice the size', async () => {
    const [found] = await findPart(await draw(2, false).encode('jpeg', 80), part, 0.85)
    expect(found?.left).toBeGreaterThan(spot.x * 2 - 12)
    expect(found?.left).toBeLessThan(spot.x * 2 + 12)
    expect(found?.width).toBe(120)
  })

  it.each([
    [400, 3],
    [3, 400],
    [370, 600],
  ])('takes little time for a cut-out of %i × %i', async (width, height) => {
    const screen = await draw(2).encode('jpeg', 80)
    const from = process.cpuUsage()
    await findPart(screen, createCanvas(width, height).toBuffer('image/png'), 0.99)
    expect(process.cpuUsage(from).user / 1000).toBeLessThan(3000)
  })

  it('finds nothing where it is not', async () => {
    const other = createCanvas(60, 60)
    const context = other.getContext('2d')
    for (let at = 0; at < 60; at += 6) {
      context.fillStyle = at % 12 ? '#fff' : '#000'
      context.fillRect(at, 0, 6, 60)
    }
    expect(await findPart(await draw().encode('jpeg', 80), other.toBuffer('image/png'), 0.9)).toEqual([])
  })
})

describe('comparing a screen with a kept picture', () => {
  it('calls a picture and its own JPEG equal', async () => {
    const jpeg = await draw().encode('jpeg', 85)
    expect((await comparePictures(jpeg, await toPng(jpeg), [])).percentage).toBe(100)
    expect((await comparePictures(jpeg, await draw().encode('png'), [])).percentage).toBeGreaterThan(97)
  })

  it('gives the share of equal pixels, without the masked ones', async () => {
    const kept = await draw(1, false).encode('png')
    const seen = await draw(1, true).encode('png')
    const { percentage } = await comparePictures(seen, kept, [])
    const difference = await differenceOf(seen, kept, [])
    const isRed = (at: number) => {
      const [red = 0, green = 0] = difference?.rgba.slice(at * 4) ?? []
      return red > 2 * green
    }
    expect([isRed(500 * 375 + 60), isRed(300 * 375 + 150)]).toEqual([true, false])
    expect(percentage).toBeGreaterThan(97)
    expect(percentage).toBeLessThan(99.5)
    const mask = { left: 0, top: 70, width: 100, height: 20 }
    expect((await comparePictures(seen, kept, [mask])).percentage).toBe(100)
  })

  it('leaves the status bar out if asked to', async () => {
    const seen = draw()
    seen.getContext('2d').fillRect(0, 0, 375, 20)
    const bytes = await seen.encode('png')
    expect((await comparePictures(bytes, await draw().encode('png'), ['statusbar'])).percentage).toBe(100)
  })

  it('says that the sizes differ', async () => {
    const likeness = await comparePictures(await draw(2).encode('png'), await draw().encode('png'), [])
    expect(likeness).toEqual({ percentage: 0, sizes: '375×667 expected, 750×1334 seen' })
  })
})
