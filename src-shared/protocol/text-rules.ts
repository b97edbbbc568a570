/** Lengths are counted in code points (spec 4.4, rule 1). */
export function codePoints(text: string): number {
  return [...text].length
}

/** Neither the null character nor half a character (spec 4.4, rule 2). */
export function isSendable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}

/** Whether something is left without what stands around it, and no more than `most` code points. */
export function fitsName(text: string, most: number): boolean {
  const length = codePoints(text.trim())
  return length >= 1 && length <= most
}
