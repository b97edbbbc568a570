import {
  leastCheckSide,
  longestCheckText,
  type CheckRequest,
  type SeenText,
  type SeenTexts,
} from '../../../../src-shared/features/flows-state'
import type { TextHit } from '../../../../src-shared/features/screens-state'
import type { Size } from '../../../../src-shared/protocol/device'
import { FaultError, type CheckRefusal } from '../../../../src-shared/protocol/fault'
import { jpegSize } from '../../../../src-shared/protocol/jpeg-size'
import { escapePattern } from '../language/pattern'
import type { Command, RecordedInput } from '../language/recorded-input'
import { usualThreshold } from '../language/selectors'
import { hasWord } from '../look/read-text'
import type { PhonePictures } from '../../pictures/pictures'
import type { Cutout } from './look'
import { isSure } from './text-at'

// A screen full of small print has some 600 words.
const mostTexts = 1000

export interface CheckLooksOptions {
  pictures: Pick<PhonePictures, 'readText' | 'cutOut' | 'isPlain' | 'find'>
  /** The frame that the phone shows; null before its first. */
  frame: () => Buffer | null
  /** Where cut-outs are kept, beside the flow. */
  cutouts: string
}

/** What a person looks at while they choose a check for the flow that is recorded. */
export interface CheckLooks {
  /** Keeps the picture that the phone shows, in place of the one before. @throws FaultError `check-refused` */
  look(): { look: number; jpeg: Buffer }
  /** Reads the kept picture. @returns the texts that a check can name @throws FaultError `check-refused` */
  texts(look: number): Promise<SeenTexts>
  /** Makes a step of a check. Of a box it keeps the part of the picture. @throws FaultError `check-refused` */
  check(request: CheckRequest): Promise<RecordedInput>
  /** The parts of pictures that these steps need. */
  cutoutsOf(steps: readonly RecordedInput[]): readonly Cutout[]
}

interface Kept {
  look: number
  jpeg: Buffer
  size: Size
}

const refused = (why: CheckRefusal) => new FaultError({ kind: 'check-refused', why })
const named = (texts: readonly SeenText[]): SeenText[] =>
  texts
    .map(({ text, left, top, width, height }) => ({ text: text.trim(), left, top, width, height }))
    .filter(({ text }) => text !== '' && text.length <= longestCheckText)
    .slice(0, mostTexts)

export function createCheckLooks({ pictures, frame, cutouts: folder }: CheckLooksOptions): CheckLooks {
  const cutouts = new Map<RecordedInput, Cutout>()
  let looks = 0
  let kept: Kept | null = null

  const sizeOf = (jpeg: Buffer): Size => {
    const size = jpegSize(jpeg)
    if (!size) throw refused('unreadable')
    return size
  }
  /** @throws FaultError when another picture has been kept since, or the phone has turned */
  const keptOf = (look: number): Kept => {
    if (kept?.look !== look) throw refused('ended')
    const now = frame()
    const size = now && jpegSize(now)
    if (size && (size.width !== kept.size.width || size.height !== kept.size.height)) throw refused('turned')
    return kept
  }
  const cutOut = async ({ jpeg, size }: Kept, { left, top, width, height }: TextHit): Promise<Buffer> => {
    if (Math.min(width, height) < leastCheckSide) throw refused('small')
    if (left < 0 || top < 0 || left + width > size.width || top + height > size.height)
      throw refused('outside')
    const unreadable = () => {
      throw refused('unreadable')
    }
    const png = await pictures.cutOut(jpeg, { left, top, width, height }).catch(unreadable)
    if (await pictures.isPlain(png).catch(unreadable)) throw refused('plain')
    // What is too fine to be found here would be found on no screen.
    const found = await pictures.find(jpeg, png, usualThreshold).catch(unreadable)
    if (found.length === 0) throw refused('unlike')
    return png
  }

  return {
    look() {
      const jpeg = frame()
      if (!jpeg) throw refused('no-picture')
      looks += 1
      kept = { look: looks, jpeg, size: sizeOf(jpeg) }
      return { look: looks, jpeg }
    },
    async texts(look) {
      // A screen that can't be read has no texts; a box can be dragged all the same.
      const sure = (await pictures.readText(keptOf(look).jpeg).catch(() => [])).filter(isSure)
      const lines = sure.filter(({ text }) => hasWord(text))
      const words = lines.flatMap((line) => line.words).filter(({ text }) => hasWord(text))
      // A calculator's digit is all that is there.
      return { lines: named(lines.length > 0 ? lines : sure), words: named(words) }
    },
    async check({ look, target, how, waitS }) {
      const picture = keptOf(look)
      const step = (sought: Command): RecordedInput => ({
        kind: 'command',
        command:
          how === 'awaited'
            ? { extendedWaitUntil: { visible: sought, timeout: waitS * 1000 } }
            : { [how === 'visible' ? 'assertVisible' : 'assertNotVisible']: sought },
      })
      if (target.kind === 'text') return step(escapePattern(target.text))
      const png = await cutOut(picture, target)
      const path = `${folder}/check-${cutouts.size + 1}.png`
      const image = step({ image: path })
      cutouts.set(image, { path, png })
      return image
    },
    cutoutsOf: (steps) => steps.map((step) => cutouts.get(step)).filter((cutout) => cutout !== undefined),
  }
}
