import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas'
import type { Rect } from './geometry'
import { drawPicture, drawUnreadable } from './picture'
import type { Pen } from './pen'
import { Random } from '../random'

/** A picture in the phone's library. */
export interface Photo {
  key: string
  /** Draws the middle of it so that the area is filled, or all of it inside the area. */
  draw(pen: Pen, area: Rect, fit: 'cover' | 'contain'): void
  caption: string
}

const PICTURES = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'bmp', 'heic', 'heif'])
/** Larger files are not read: a phone on a wall never shows more pixels. */
const MOST_BYTES = 40 * 1024 * 1024
const LONGEST_SIDE = 1400
const MADE_UP = 32
/** So many are kept beside those that were made up: a picture takes up to 8 MB. */
const MOST_ADDED = 40

export function isPicture(name: string): boolean {
  return PICTURES.has(name.split('.').at(-1)?.toLowerCase() ?? '')
}

/** The phone's pictures, the newest first; of those that were added, the oldest go when there are many. */
export class PhotoLibrary {
  private readonly photos: Photo[]
  private added = 0

  constructor(seed: number) {
    const random = new Random(seed, 'photos')
    this.photos = Array.from({ length: MADE_UP }, (_, i) =>
      madeUp(`made ${i}`, random.whole(0, 2 ** 31), 'Library'),
    )
  }

  get all(): readonly Photo[] {
    return this.photos
  }

  /** A picture that the phone took itself. */
  take(seed: number): void {
    this.add(madeUp(`taken ${++this.added}`, seed, 'Camera'))
  }

  /**
   * Puts a file's picture in front, as itself once it is read, with its name when it cannot be read.
   * @param ready called when it was read
   */
  receive(file: { name: string; bytes: number; path: string }, ready: () => void): void {
    let picture: Canvas | null = null
    this.add({
      key: `received ${++this.added}`,
      caption: file.name,
      draw: (pen, area, fit) => {
        if (picture === null) drawUnreadable(pen, area, file.name)
        else if (fit === 'cover') pen.cover(picture, area)
        else pen.contain(picture, area)
      },
    })
    if (file.bytes > MOST_BYTES) return
    readPicture(file.path).then(
      (read) => {
        picture = read
        ready()
      },
      () => ready(),
    )
  }

  private add(photo: Photo): void {
    this.photos.unshift(photo)
    const added = this.photos.length - MADE_UP
    if (added > MOST_ADDED) this.photos.splice(MOST_ADDED, added - MOST_ADDED)
  }
}

function madeUp(key: string, seed: number, caption: string): Photo {
  return {
    key,
    caption,
    draw: (pen, area, fit) => {
      const h = fit === 'cover' ? area.h : Math.min(area.h, area.w * 1.25)
      drawPicture(pen, { x: area.x, y: area.y + (area.h - h) / 2, w: area.w, h }, seed)
    },
  }
}

/** Decodes a picture and keeps no more pixels than a phone can show. */
async function readPicture(path: string): Promise<Canvas> {
  const image = await loadImage(path)
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height))
  const canvas = createCanvas(Math.max(1, image.width * scale), Math.max(1, image.height * scale))
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}
