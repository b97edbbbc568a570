import { limits } from '../../src-shared/protocol/limits'

/** The characters of a text as the service counts them: Unicode code points. */
export function codePoints(text: string): number {
  return [...text].length
}

/** What is pasted, with the line ends that phones know. */
export function normalLineEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/** Cuts a text into pieces of at most 4096 code points (spec 8), never inside a code point. */
export function textPieces(text: string, most: number = limits.textChars): string[] {
  const points = [...text]
  const pieces: string[] = []
  for (let at = 0; at < points.length; at += most) pieces.push(points.slice(at, at + most).join(''))
  return pieces
}
