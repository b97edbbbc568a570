/** Lengths are counted in code points (spec 4.4, rule 1). */
export function codePoints(text: string): number {
  return [...text].length
}

/** Neither the null character nor half a character (spec 4.4, rule 2). */
export function isSendable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}

/** Why the service would not take a text. */
export type TextFlaw = 'too-long' | 'unsendable'

/** What is wrong with a text of at most `most` code points; null when nothing is (spec 4.4). */
export function flawOf(text: string, most: number): TextFlaw | null {
  if (!isSendable(text)) return 'unsendable'
  return codePoints(text) > most ? 'too-long' : null
}

/** Whether something is left without what stands around it, and no more than `most` code points. */
export function fitsName(text: string, most: number): boolean {
  const length = codePoints(text.trim())
  return length >= 1 && length <= most
}
