import { createCanvas, PDFDocument, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Sheet, SheetPhone } from '../../looks'
import { pictureSize } from '../../picture-size'
import { loadPicture } from '../picture'
import { family } from './fonts'

// All in px.
const [widest, narrowest] = [240, 160]
const tallest = 520
// A large sheet has smaller pictures: encoding takes a second for each 3 million pixels.
const mostWide = 48
const gap = 16
const margin = 32
const heading = 48
const caption = 60
// A little wider than high, as most displays are.
const proportion = 1.4
// As JPEG, of 100: without loss, a sheet of 60 phones takes 45 MB.
const pdfQuality = 85
// A PDF can be read closely, but holds all its pictures at once.
const pdfScale = 3
const labelDot = 8
const ink = '#1c1e21'
const quiet = '#5f656d'
const blank = '#e8eaed'

interface Layout {
  cellWidth: number
  columns: number
  pictureHeight: number
  width: number
  height: number
}

/** Places a number of cells of one size. @param proportions the pictures' heights, as shares of their widths */
export function layOut(phones: number, proportions: readonly number[]): Layout {
  const cellWidth = phones > mostWide ? narrowest : widest
  const pictureHeight = Math.round(Math.min(tallest, cellWidth * Math.max(1, ...proportions)))
  const [cellX, cellY] = [cellWidth + gap, pictureHeight + caption + gap]
  const columns = Math.max(1, Math.min(phones, Math.ceil(Math.sqrt((phones * cellY * proportion) / cellX))))
  const rows = Math.max(1, Math.ceil(phones / columns))
  return {
    cellWidth,
    columns,
    pictureHeight,
    width: 2 * margin + columns * cellX - gap,
    height: 2 * margin + heading + rows * cellY - gap,
  }
}

/** Draws a contact sheet. @returns the bytes of a PNG, or of a PDF of one page */
export async function drawSheet(sheet: Sheet, format: 'png' | 'pdf'): Promise<Uint8Array> {
  const proportions = sheet.phones.map(({ jpeg }) => {
    const size = jpeg && pictureSize(jpeg)
    return size ? size.height / size.width : 1
  })
  const layout = layOut(sheet.phones.length, proportions)
  if (format === 'png') {
    const canvas = createCanvas(layout.width, layout.height)
    await drawOn(canvas.getContext('2d'), sheet, layout, 1)
    return canvas.encode('png')
  }
  const pdf = new PDFDocument({ title: sheet.title, encodingQuality: pdfQuality })
  const page = pdf.beginPage(layout.width, layout.height) as unknown as SKRSContext2D
  await drawOn(page, sheet, layout, pdfScale)
  pdf.endPage()
  return pdf.close()
}

/** @param scale how many of a picture's pixels, at most, lie in one of the sheet */
async function drawOn(
  context: SKRSContext2D,
  { title, missing, phones }: Sheet,
  { cellWidth, columns, pictureHeight, width, height }: Layout,
  scale: number,
): Promise<void> {
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.textBaseline = 'top'
  write(context, title, { x: margin, y: margin, width: width - 2 * margin, font: `600 20px ${family}`, ink })
  for (const [index, phone] of phones.entries()) {
    const x = margin + (index % columns) * (cellWidth + gap)
    const y = margin + heading + Math.floor(index / columns) * (pictureHeight + caption + gap)
    const box = { width: cellWidth, height: pictureHeight }
    // One after the other, because a decoded picture takes up to 64 MB. A damaged one is as good as none.
    const picture = phone.jpeg && (await fitted(phone.jpeg, box, scale).catch(() => null))
    drawPicture(context, picture, missing, { x, y, ...box })
    drawCaption(context, phone, { x, y: y + pictureHeight + 8, width: cellWidth })
  }
}

/** Decodes a picture, and shrinks it to what fits into a box. */
async function fitted(jpeg: Uint8Array, box: { width: number; height: number }, scale: number) {
  const picture = await loadPicture(jpeg)
  const shrink = Math.min(1, (scale * box.width) / picture.width, (scale * box.height) / picture.height)
  const [width, height] = [picture.width * shrink, picture.height * shrink].map((side) =>
    Math.max(1, Math.round(side)),
  ) as [number, number]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return canvas
}

function drawPicture(
  context: SKRSContext2D,
  picture: Canvas | null,
  missing: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  context.fillStyle = blank
  context.fillRect(x, y, width, height)
  if (!picture) {
    write(context, missing, {
      x: x + 12,
      y: y + height / 2,
      width: width - 24,
      font: `400 12px ${family}`,
      ink: quiet,
    })
    return
  }
  const scale = Math.min(width / picture.width, height / picture.height)
  const [shownWidth, shownHeight] = [picture.width * scale, picture.height * scale]
  const left = x + (width - shownWidth) / 2
  context.drawImage(picture, left, y + (height - shownHeight) / 2, shownWidth, shownHeight)
}

function drawCaption(
  context: SKRSContext2D,
  { name, labels, time }: SheetPhone,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  write(context, name, { x, y, width, font: `600 13px ${family}`, ink })
  write(context, time, { x, y: y + 18, width, font: `400 11px ${family}`, ink: quiet })
  let at = x
  for (const label of labels) {
    const room = x + width - at - labelDot - 4
    if (room < 24) break
    context.fillStyle = label.color
    context.beginPath()
    context.arc(at + labelDot / 2, y + 40, labelDot / 2, 0, 2 * Math.PI)
    context.fill()
    const place = { x: at + labelDot + 4, y: y + 34, width: room, font: `400 11px ${family}`, ink: quiet }
    at = place.x + write(context, label.name, place) + 10
  }
}

/** Writes one line, cut off with an ellipsis where it is too long. @returns its width */
function write(
  context: SKRSContext2D,
  text: string,
  place: { x: number; y: number; width: number; font: string; ink: string },
): number {
  context.font = place.font
  context.fillStyle = place.ink
  const characters = [...text.replaceAll(/\s+/g, ' ')].slice(0, 200)
  let shown = characters.join('')
  while (characters.length > 0 && context.measureText(shown).width > place.width) {
    characters.pop()
    shown = `${characters.join('')}…`
  }
  context.fillText(shown, place.x, place.y)
  return context.measureText(shown).width
}
