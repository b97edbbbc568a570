import { createHash } from 'node:crypto'
import type { RecognizedLine, RecognizedWord } from '../../looks'
import type { Engine } from './engine'
import { findLines } from './find-lines'
import { halved, type Gray } from '../gray'
import type { Pace } from '../pace'
import { linePicture } from './line-picture'
import { surfaceOf } from './surface'

/** A line's words take about 300 bytes. */
const MOST_LINES = 5000

/**
 * Reads screens. A line that looks as one read before, wherever it stood, costs nothing.
 * @param pace rests between two lines
 */
export function createScreenReader(engine: Engine, pace?: Pick<Pace, 'begin' | 'rest'>) {
  const known = new Map<string, RecognizedWord[]>()

  const wordsOf = async (picture: Gray): Promise<RecognizedWord[]> => {
    const key = createHash('sha1').update(`${picture.width}`).update(picture.data).digest('base64')
    const before = known.get(key)
    const words = before ?? engine.readLine(picture)
    known.delete(key)
    known.set(key, words)
    const oldest = known.keys().next()
    if (known.size > MOST_LINES && !oldest.done) known.delete(oldest.value)
    if (!before) await pace?.rest()
    return words
  }

  return async (screen: Gray): Promise<RecognizedLine[]> => {
    pace?.begin()
    const half = halved(screen)
    const surface = surfaceOf(half)
    const lines: RecognizedLine[] = []
    for (const place of findLines(half, surface)) {
      const { gray, left, top } = linePicture(screen, surface, place)
      const words = (await wordsOf(gray)).map((word) => ({
        ...word,
        left: word.left + left,
        top: word.top + top,
      }))
      if (words.length === 0) continue
      const { left: x, top: y, width, height } = place
      lines.push({ left: x, top: y, width, height, text: words.map(({ text }) => text).join(' '), words })
    }
    return lines
  }
}
