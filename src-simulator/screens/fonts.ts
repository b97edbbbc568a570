import { readFileSync } from 'node:fs'
import { GlobalFonts } from '@napi-rs/canvas'
import { readCodePoints } from './font-coverage'
import { resourceFile } from './resource-file'

/** The only family that the screens use; no font of the system is ever asked for. */
const FAMILY = 'Phone Inter'
const FILES = ['fonts/Inter-Light.ttf', 'fonts/Inter-Regular.ttf', 'fonts/Inter-SemiBold.ttf']

export type Weight = 'light' | 'regular' | 'bold'
const WEIGHTS: Record<Weight, number> = { light: 300, regular: 400, bold: 600 }

let covered: ReadonlySet<number> = new Set()

/** Loads the bundled fonts into this thread's Skia. To be called once, before anything is drawn. */
export function registerFonts(): void {
  for (const name of FILES) {
    const bytes = readFileSync(resourceFile(name))
    GlobalFonts.register(bytes, FAMILY)
    covered = readCodePoints(bytes)
  }
}

/** The CSS font for a size in points. */
export function fontFor(size: number, weight: Weight): string {
  return `${WEIGHTS[weight]} ${size}px "${FAMILY}"`
}

/** Can this character (one code point) be drawn, and so typed? */
export function hasGlyph(character: string): boolean {
  const code = character.codePointAt(0)
  return code !== undefined && covered.has(code)
}
