import { describe, expect, it } from 'vitest'
import {
  comparePictures,
  differenceOf,
} from '../../../../../src-main/core/pictures/process/judging/compare-pictures'
import { toPng } from '../../../../../src-main/core/pictures/process/picture'
import { draw } from './stars'

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
