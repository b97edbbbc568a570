import type { Size } from '../../../../src-shared/protocol/device'
import { jpegSize } from '../../../../src-shared/protocol/jpeg-size'
import type { PhonePictures } from '../../pictures/pictures'
import type { PercentPoint, SeenText } from '../language/recorded-input'
import { textAt } from './text-at'

// A cut-out's side, as a share of the screen's width.
const cutoutSide = 0.16

/** What was under a finger where no text was, as PNG. */
export interface Cutout {
  /** Beside the flow. */
  path: string
  png: Buffer
}

/** What is at a place: a text, else the path of a cut-out of the picture, as far as there is one. */
export interface Seen {
  text: SeenText | null
  cutout: string | null
}

export interface LookOptions {
  pictures: Pick<PhonePictures, 'readText' | 'cutOut'>
  /** The frame that the phone shows; null before its first. */
  frame: () => Buffer | null
  /** Where cut-outs are kept, beside the flow. */
  cutouts: string
}

/** Looks at what the phone shows while it is recorded. */
export interface Look {
  readonly cutouts: readonly Cutout[]
  /** The size of what is shown; null while it is not known. */
  readonly size: Size | null
  /** @param of the size to take where that of the frame is not known */
  at(place: PercentPoint, of: Size): Promise<Seen>
}

export function createLook({ pictures, frame, cutouts: folder }: LookOptions): Look {
  const cutouts: Cutout[] = []
  let looks = 0
  const sizeOf = (jpeg: Buffer | null) => jpeg && jpegSize(jpeg)
  return {
    cutouts,
    get size() {
      return sizeOf(frame())
    },
    async at(place, of) {
      const jpeg = frame()
      const number = (looks += 1)
      const { width, height } = sizeOf(jpeg) ?? of
      const [x, y] = [(place.x * width) / 100, (place.y * height) / 100]
      // A screen that can't be read has no texts.
      const text = jpeg && textAt(await pictures.readText(jpeg).catch(() => []), x, y)
      if (!jpeg || text) return { text, cutout: null }
      const side = Math.round(width * cutoutSide)
      const square = { left: x - side / 2, top: y - side / 2, width: side, height: side }
      const png = await pictures.cutOut(jpeg, square).catch(() => null)
      if (!png) return { text, cutout: null }
      const path = `${folder}/${number}.png`
      cutouts.push({ path, png })
      return { text, cutout: path }
    },
  }
}
