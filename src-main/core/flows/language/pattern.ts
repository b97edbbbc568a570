import { RE2JS, RE2JSException } from 're2js'
import { FlowError } from './flow-error'
import { toRe2 } from './pattern-syntax'

/** A pattern that fits a whole line or word of the screen, whatever the case of its letters. */
export interface Pattern {
  fits(text: string): boolean
}

const longestPattern = 1000
/** Of a pattern's length times its counts: what it grows to. */
const largestPattern = 4000
const special = /[\\^$.|?*+()[\]{}]/
const flags = RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL | RE2JS.MULTILINE

/**
 * Compiles a selector's text as a regular expression, as Maestro does; a text that is equal to the pattern fits as well. RE2's
 * engine, as its time grows with the text's length only, so no flow can bring Fleetwall to a standstill. Throws a FlowError for
 * a pattern that is too large, and for one that this engine can't read exactly as Java does: a plain text could make an
 * `assertNotVisible` pass wrongly.
 */
export function compilePattern(source: string): Pattern {
  if (source === '') throw new FlowError('an empty text matches nothing')
  if (source.length > longestPattern)
    throw new FlowError(`a pattern can have ${longestPattern} characters at most`)
  const plain = source.toLowerCase()
  const isPlain = (text: string) => text.toLowerCase() === plain
  if (!special.test(source)) return { fits: isPlain }
  if (grownSize(source) > largestPattern)
    throw new FlowError('a pattern repeats too much: use smaller counts')
  const regex = compiled(source)
  return { fits: (text) => isPlain(text) || regex.matches(text) }
}

/** Writes a text as a pattern that fits it alone. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)

function compiled(source: string): RE2JS {
  try {
    return RE2JS.compile(toRe2(source), flags)
  } catch (error) {
    if (!(error instanceof RE2JSException) && !(error instanceof FlowError)) throw error
    const why = error instanceof FlowError ? error.message : sayFault(error.message)
    throw new FlowError(`${why}. For this text itself, write ${escapePattern(source)}`)
  }
}

const faults: readonly (readonly [RegExp, string])[] = [
  [/missing closing \)/, 'a ( without its )'],
  [/unexpected \)/, 'a ) without its ('],
  [/nested repetition/, 'a count after a count, as in a**'],
  [/repeat count/, 'a count that is over 1000 or ends below its begin'],
  [/class range|escape sequence/, 'a class whose range has no end above its begin'],
  [/duplicate/, 'two groups of one name'],
]

function sayFault(message: string): string {
  const [, count] = /missing argument to repetition operator: `(.)/.exec(message) ?? []
  if (count !== undefined) return `a pattern can’t have a ${count} with nothing to count before it`
  const construct = faults.find(([fault]) => fault.test(message))?.[1]
  return construct === undefined ? 'the pattern can’t be read' : `a pattern can’t have ${construct}`
}

function grownSize(source: string): number {
  let size = source.length
  for (const [, least = '', most = ''] of source.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g))
    size *= Math.max(1, Number(least), Number(most))
  return size
}
