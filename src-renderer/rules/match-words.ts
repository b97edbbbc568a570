/** Removes accents, capitals and soft hyphens; ß becomes ss, as most keyboards have no ß. */
export const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\u00AD]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * Rates how well a text matches a search: greater is better, null is no match. Each word of the search must be part of a
 * word of the text, match the initials of several, match one with letters left out, or begin a synonym.
 * @param synonyms other words for the text; one that is whole counts nearly as much as a word of the text, and a word of the
 * text that stands here too leads to it first
 */
export function matchWords(search: string, text: string, synonyms = ''): number | null {
  const words = wordsOf(text)
  const others = wordsOf(synonyms)
  const initials = words.map(([first]) => first).join('')
  const all = wordsOf(search)
  // Of equal ones, a text that begins with the search comes first.
  let sum = all.length > 0 && words[0]?.startsWith(all[0] ?? '') ? 0.5 : 0
  for (const wanted of all) {
    const own = Math.max(...words.map((word) => fit(wanted, word)))
    const best = Math.max(
      own + (others.includes(wanted) ? 0.25 : 0),
      ...others.map((word) => fitOfSynonym(wanted, word)),
      initials.includes(wanted) ? 2 : 0,
    )
    if (best <= 0) return null
    sum += best
  }
  return sum
}

/** Returns whether a word of the search is one of these, or the first four letters of one or more. */
export function namesOneOf(search: string, names: string): boolean {
  const all = wordsOf(names)
  return wordsOf(search).some((wanted) =>
    all.some((name) => name === wanted || (wanted.length >= 4 && name.startsWith(wanted))),
  )
}

/** Returns whether each word of the search is part of a word of the text; true for an empty search. */
export function hasWords(search: string, text: string): boolean {
  const words = wordsOf(text)
  return wordsOf(search).every((wanted) => words.some((word) => word.includes(wanted)))
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
