import { RE2JS, RE2JSException } from 're2js'
import { FlowError } from './flow-error'

/** A pattern that fits a whole line or word of the screen, whatever the case of its letters. */
export interface Pattern {
  fits(text: string): boolean
}

const longestPattern = 1000
/** Of a pattern's length times its counts: what it grows to. */
const largestPattern = 4000
const flags = RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL | RE2JS.MULTILINE

/**
 * Compiles a selector's text as a regular expression, as Maestro does: one that is none is a plain text. RE2's syntax, as its
 * time grows with the text's length only, so no flow can bring Fleetwall to a standstill. Throws a FlowError for a pattern
 * that is too large, and for lookarounds and back references, which such an engine can't have.
 */
export function compilePattern(source: string): Pattern {
  if (source === '') throw new FlowError('an empty text fits nothing')
  if (source.length > longestPattern)
    throw new FlowError(`a pattern can have ${longestPattern} characters at most`)
  const plain = source.toLowerCase()
  const isPlain = (text: string) => text.toLowerCase() === plain
  if (!/[\\^$.|?*+()[\]{}]/.test(source)) return { fits: isPlain }
  if (grownSize(source) > largestPattern)
    throw new FlowError('a pattern repeats too much: use smaller counts')
  const regex = compiled(source)
  return { fits: (text) => isPlain(text) || (regex?.matches(text) ?? false) }
}

/** Writes a text as a pattern that fits it alone. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)

function compiled(source: string): RE2JS | null {
  try {
    return RE2JS.compile(source, flags)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    if (/\(\?|\\\d/.test(source))
      throw new FlowError(
        'a pattern can have no lookahead, lookbehind or back reference: match the whole line instead',
      )
    return null
  }
}

function grownSize(source: string): number {
  let size = source.length
  for (const [, least = '', most = ''] of source.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g))
    size *= Math.max(1, Number(least), Number(most))
  return size
}
