import type { SeenLine } from './screen-views'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * Writes what a screen says between marks, so that a program can tell it from Fleetwall's own words: a screen can't close its
 * mark.
 */
export const markedText = (publicId: string, texts: readonly string[]): string =>
  [`<screen-text phone="${escaped(publicId)}">`, ...texts.map(escaped), '</screen-text>'].join('\n')

/** Writes lines with their boxes, as `markedText`. */
export const markedLines = (publicId: string, lines: readonly SeenLine[]): string =>
  markedText(
    publicId,
    lines.map(({ text, box: { x, y, width, height } }) => `[${x},${y} ${width}×${height}] ${text}`),
  )
