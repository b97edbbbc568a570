import { plain } from '../../src-shared/texts/plain'

const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

// Chinese and Japanese have no spaces between words.
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u
const particle = /^(?:\p{sc=Hira}+|的)$/u
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/** Divides what is written without spaces into its words, without those that only join others; [] for another script. */
function piecesOf(word: string): string[] {
  if (!unspaced.test(word)) return []
  return [...segmenter.segment(word)].map(({ segment }) => segment).filter((piece) => !particle.test(piece))
}

/** Returns whether there are pieces of a word without spaces, and all are in words, in any order. */
const hasPieces = (pieces: readonly string[], words: readonly string[]): boolean =>
  pieces.length > 0 && pieces.every((piece) => words.some((word) => word.includes(piece)))

/**
 * Takes a search into its words, and returns a function that rates how well a text matches it: greater is better, null is
 * no match. Each word of the search must be part of a word of the text, match the initials of several, match one with
 * letters left out, or begin a synonym. Of a language without spaces, the pieces of a word may also stand apart, in the
 * text and its synonyms. The synonyms are other words for the text; one that is whole counts nearly as much as a word of
 * the text, and a word of the text that stands here too leads to it first.
 */
export function matcherOf(search: string): (text: string, synonyms?: string) => number | null {
  const all = wordsOf(search).map((wanted) => ({ wanted, pieces: piecesOf(wanted) }))
  return (text, synonyms = '') => {
    const words = wordsOf(text)
    const others = wordsOf(synonyms)
    const initials = words.map(([first]) => first).join('')
    // Of equal ones, a text that begins with the search comes first.
    let sum = words[0]?.startsWith(all[0]?.wanted ?? ' ') ? 0.5 : 0
    for (const { wanted, pieces } of all) {
      const own = Math.max(...words.map((word) => fit(wanted, word)))
      const best = Math.max(
        own + (others.includes(wanted) ? 0.25 : 0),
        ...others.map((word) => fitOfSynonym(wanted, word)),
        initials.includes(wanted) || hasPieces(pieces, [...words, ...others]) ? 2 : 0,
      )
      if (best <= 0) return null
      sum += best
    }
    return sum
  }
}

/**
 * Returns whether a word of the search is one of these, or the first four letters of one or more. Of a language without
 * spaces two letters are enough, and the search may have a name within.
 */
export function namesOneOf(search: string, names: string): boolean {
  const all = wordsOf(names)
  return wordsOf(search).some((wanted) => {
    const isUnspaced = unspaced.test(wanted)
    const least = isUnspaced ? 2 : 4
    return all.some(
      (name) =>
        name === wanted ||
        (isUnspaced && name.length >= 2 && wanted.includes(name)) ||
        (wanted.length >= least && name.startsWith(wanted)),
    )
  })
}

/** Returns whether each word of the search is part of a word of the text; true for an empty search. */
export function hasWords(search: string, text: string): boolean {
  const words = wordsOf(text)
  return wordsOf(search).every(
    (wanted) => words.some((word) => word.includes(wanted)) || hasPieces(piecesOf(wanted), words),
  )
}

function fit(wanted: string, word: string): number {
  if (word === wanted) return 5
  if (word.startsWith(wanted)) return 4
  if (word.includes(wanted)) return 3
  return word[0] === wanted[0] && isWithin(wanted, word) ? 1 : 0
}

function fitOfSynonym(wanted: string, word: string): number {
  if (word === wanted) return 4.5
  return word.startsWith(wanted) ? 3.5 : 0
}

/** Returns whether a word contains all letters in their order. */
function isWithin(letters: string, word: string): boolean {
  let at = 0
  for (const letter of word) if (letter === letters[at]) at += 1
  return at === letters.length
}
