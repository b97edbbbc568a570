import { createHash } from 'node:crypto'
import type { RecognizedLine, RecognizedWord } from '../../looks'
import type { Engine } from './engine'
import { findLines } from './find-lines'
import { halved, type Gray } from '../gray'
import { linePicture } from './line-picture'
import { surfaceOf } from './surface'

/** A line's words take about 300 bytes. */
const MOST_LINES = 5000

/** Reads screens. A line that looks as one read before, wherever it stood, costs nothing. */
export function createScreenReader(engine: Engine) {
  const known = new Map<string, RecognizedWord[]>()

  const wordsOf = (picture: Gray): RecognizedWord[] => {
    const key = createHash('sha1').update(`${picture.width}`).update(picture.data).digest('base64')
    const words = known.get(key) ?? engine.readLine(picture)
    known.delete(key)
    known.set(key, words)
    const oldest = known.keys().next()
    if (known.size > MOST_LINES && !oldest.done) known.delete(oldest.value)
    return words
  }

  return (screen: Gray): RecognizedLine[] => {
    const half = halved(screen)
    const surface = surfaceOf(half)
    return findLines(half, surface).flatMap((place) => {
      const { gray, left, top } = linePicture(screen, surface, place)
      const words = wordsOf(gray).map((word) => ({ ...word, left: word.left + left, top: word.top + top }))
      if (words.length === 0) return []
      const { left: x, top: y, width, height } = place
      return { left: x, top: y, width, height, text: words.map(({ text }) => text).join(' '), words }
    })
  }
}
