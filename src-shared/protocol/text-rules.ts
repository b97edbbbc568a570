/** Returns a text's length in code points (spec 4.4, rule 1). */
export function codePoints(text: string): number {
  return [...text].length
}

/** Whether a text has neither null characters nor lone surrogates (spec 4.4, rule 2). */
export function isSendable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}

/** Why the service would refuse a text. */
export type TextFlaw = 'too-long' | 'unsendable'

/** Why the service, or Fleetwall, would refuse a name. */
export type NameFlaw = TextFlaw | 'control'

/** Returns why the service would refuse a text with a limit of `most` code points; null when it would not (spec 4.4). */
export function flawOf(text: string, most: number): TextFlaw | null {
  if (!isSendable(text)) return 'unsendable'
  return codePoints(text) > most ? 'too-long' : null
}

/** Returns why a name can't be given, as `flawOf`: one line can't show a control character, such as a tab. */
export function nameFlawOf(name: string, most: number): NameFlaw | null {
  return flawOf(name, most) ?? (/\p{Cc}/u.test(name) ? 'control' : null)
}

/** Whether a trimmed text has 1 to `most` code points. */
export function fitsName(text: string, most: number): boolean {
  const length = codePoints(text.trim())
  return length >= 1 && length <= most
}
