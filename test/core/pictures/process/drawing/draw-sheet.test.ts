import { createCanvas, loadImage } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it } from 'vitest'
import { drawSheet, layOut } from '../../../../../src-main/core/pictures/process/drawing/draw-sheet'
import { registerFonts } from '../../../../../src-main/core/pictures/process/drawing/fonts'

/** A picture of one colour. */
function jpegOf(color: string, width = 75, height = 133): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = color
  context.fillRect(0, 0, width, height)
  return canvas.toBuffer('image/jpeg')
}
const phone = (name: string, jpeg: Buffer | null) => ({
  name,
  labels: [{ name: 'Lab', color: '#ff0000' }],
  time: '2026-03-01 14:05:09',
  jpeg,
})
const sheetOf = (phones: ReturnType<typeof phone>[]) => ({ title: 'Berlin', missing: 'Not live', phones })

describe('a contact sheet', () => {
  beforeAll(registerFonts)

  it('shows every picture in its place', async () => {
    const phones = [phone('Red', jpegOf('#f00')), phone('Blue', jpegOf('#00f')), phone('Gone', null)]
    const picture = await loadImage(Buffer.from(await drawSheet(sheetOf(phones), 'png')))
    const layout = layOut(3, [133 / 75])
    expect({ width: picture.width, height: picture.height }).toEqual({
      width: layout.width,
      height: layout.height,
    })
    const context = createCanvas(picture.width, picture.height).getContext('2d')
    context.drawImage(picture, 0, 0)
    const colorAt = (x: number) => [...context.getImageData(x, 200, 1, 1).data.slice(0, 3)]
    expect(colorAt(150)[0]).toBeGreaterThan(240)
    expect(colorAt(410)[2]).toBeGreaterThan(240)
    expect(colorAt(670)).toEqual([0xe8, 0xea, 0xed])
  })

  it('takes turned and damaged pictures and long names', async () => {
    const pictures = [jpegOf('#f00'), jpegOf('#0f0', 133, 75), Buffer.from('damaged'), null]
    const phones = Array.from({ length: 50 }, (_, index) =>
      phone(`Phone ${index} with a name that is much too long for its place`, pictures[index % 4] ?? null),
    )
    const { width } = await loadImage(Buffer.from(await drawSheet(sheetOf(phones), 'png')))
    expect(width).toBe(layOut(50, [133 / 75]).width)
  })

  it('holds 200 phones in the shape of a display', () => {
    const { width, height } = layOut(200, [2.16])
    expect(width / height).toBeGreaterThan(1.2)
    expect(width / height).toBeLessThan(1.8)
    expect(width * height).toBeLessThan(20e6)
  })

  it('is also a PDF of one page', async () => {
    const pdf = Buffer.from(await drawSheet(sheetOf([phone('Red', jpegOf('#f00'))]), 'pdf')).toString(
      'latin1',
    )
    expect(pdf).toMatch(/^%PDF-/)
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
    expect(pdf).toContain('/Subtype /Image')
  })
})
