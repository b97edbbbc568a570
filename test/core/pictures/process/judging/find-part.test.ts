import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it } from 'vitest'
import { findPart } from '../../../../../src-main/core/pictures/process/judging/find-part'
import { cut, draw, spot } from './stars'

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
