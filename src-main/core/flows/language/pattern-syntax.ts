import { RE2JS } from 're2js'
import { FlowError } from './flow-error'

/** A part of a pattern. */
interface Part {
  /** `one` fits one character, and `char` that one alone. */
  readonly kind: 'char' | 'one' | 'count' | 'open' | 'close' | 'or' | 'other'
  /** As RE2 writes it. */
  readonly re2: string
  readonly char?: string
  /** A count that gives nothing back, as in `a++`. */
  readonly isPossessive?: boolean
}

const line = String.raw`\n-\r\x{85}\x{2028}\x{2029}`
/** What stands in a class for a set that RE2 lacks, or that holds other characters there than in Java. */
const sets: Readonly<Record<string, string>> = {
  d: String.raw`\d`,
  D: String.raw`\D`,
  w: String.raw`\w`,
  W: String.raw`\W`,
  s: '[:space:]',
  S: '[:^space:]',
  h: String.raw`\t \x{A0}\x{1680}\x{180E}\x{2000}-\x{200A}\x{202F}\x{205F}\x{3000}`,
  H: String.raw`\x{0}-\x{8}\x{A}-\x{1F}\x{21}-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{180D}\x{180F}-\x{1FFF}\x{200B}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{10FFFF}`,
  v: line,
  V: String.raw`\x{0}-\x{9}\x{E}-\x{84}\x{86}-\x{2027}\x{202A}-\x{10FFFF}`,
}
const posix = /^(?:Lower|Upper|ASCII|Alpha|Digit|Alnum|Punct|Graph|Print|Blank|Cntrl|XDigit|Space)$/
/** Java's names of properties, as RE2's. */
const properties: Readonly<Record<string, string>> = {
  all: 'Any',
  javaLetter: 'L',
  javaDigit: 'Nd',
  javaTitleCase: 'Lt',
  javaSpaceChar: 'Z',
  IsLetter: 'L',
  IsDigit: 'Nd',
  IsPunctuation: 'P',
  IsControl: 'Cc',
}
const controls: Readonly<Record<string, number>> = { a: 7, t: 9, n: 10, f: 12, r: 13, e: 27 }
const anchors: Readonly<Record<string, string>> = {
  A: String.raw`\A`,
  b: String.raw`\b`,
  B: String.raw`\B`,
  z: String.raw`\z`,
  // A line of the screen ends with no line break.
  Z: String.raw`\z`,
  R: String.raw`(?:\r\n|[${line}])`,
}
const refusedEscapes: Readonly<Record<string, string>> = {
  G: 'the anchor \\G',
  X: 'the grapheme \\X',
  N: 'a character’s name, \\N',
  k: 'a back reference, \\k',
}
const refusedGroups: readonly (readonly [RegExp, string])[] = [
  [/^\(\?=/, 'a lookahead, (?='],
  [/^\(\?!/, 'a lookahead, (?!'],
  [/^\(\?<=/, 'a lookbehind, (?<='],
  [/^\(\?<!/, 'a lookbehind, (?<!'],
  [/^\(\?>/, 'an atomic group, (?>'],
  [/^\(\?#/, 'a comment, (?#'],
  [/^\(\?[a-z]*x/i, 'the flag x, which leaves out blanks'],
  [/^\(\?[a-z]*U/, 'the flag U'],
]

const refuse = (construct: string): never => {
  throw new FlowError(`a pattern can’t have ${construct}`)
}
const char = (code: number): Part => ({
  kind: 'char',
  re2: `\\x{${code.toString(16)}}`,
  char: String.fromCodePoint(code),
})

/**
 * Writes a pattern of Java's syntax, which flows of Maestro have, in RE2's. Throws a FlowError that names a construct without
 * an exact translation, and one that RE2 reads as something else.
 */
export function toRe2(source: string): string {
  const parts: Part[] = []
  let rest = source
  while (rest !== '') {
    const [part, length] = partAt(rest)
    parts.push(...part)
    rest = rest.slice(length)
  }
  for (const [index, { isPossessive }] of parts.entries())
    if (isPossessive && !isPlainCount(parts, index))
      refuse('a possessive count, as in a++, before what it may take: leave the second + out')
  return parts.map(({ re2 }) => re2).join('')
}

type Found = readonly [parts: readonly Part[], length: number]
const other = (text: string): Found => [[{ kind: 'other', re2: text }], text.length]

function partAt(rest: string): Found {
  const [first = ''] = rest
  switch (first) {
    case '\\':
      return escapeAt(rest)
    case '[':
      return classAt(rest)
    case '(':
      return groupAt(rest)
    case ')':
      return [[{ kind: 'close', re2: ')' }], 1]
    case '|':
      return [[{ kind: 'or', re2: '|' }], 1]
    case '.':
      return [[{ kind: 'one', re2: '.' }], 1]
    case '^':
    case '$':
      return other(first)
    case '{':
    case '*':
    case '+':
    case '?':
      return countAt(rest)
    default:
      return [[char(rest.codePointAt(0) ?? 0)], first.length]
  }
}

function countAt(rest: string): Found {
  const [all = '', count = '', kind = ''] = /^([*+?]|\{\d+(?:,\d*)?\})([+?]?)/.exec(rest) ?? []
  if (all === '') return refuse('a { that begins no count such as {2} or {2,3}')
  const isPossessive = kind === '+'
  return [[{ kind: 'count', re2: isPossessive ? count : all, isPossessive }], all.length]
}

/** Whether a possessive count fits the same as one that gives back: it counts one character, and what follows is another. */
function isPlainCount(parts: readonly Part[], index: number): boolean {
  const counted = parts[index - 1]
  if (counted?.kind !== 'char' && counted?.kind !== 'one') return false
  const next = parts[index + 1]
  const depth = parts
    .slice(0, index)
    .reduce((sum, { kind }) => sum + Number(kind === 'open') - Number(kind === 'close'), 0)
  if (parts.slice(index + 1).every(({ kind }) => kind === 'close') || (next?.kind === 'or' && depth === 0))
    return true
  const isNeeded = next?.char !== undefined && parts[index + 2]?.kind !== 'count'
  return isNeeded && !RE2JS.compile(counted.re2, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL).matches(next.char)
}

function groupAt(rest: string): Found {
  for (const [begin, construct] of refusedGroups) if (begin.test(rest)) return refuse(construct)
  const flags = /^\(\?([a-z]*(?:-[a-z]*)?)([:)])/i.exec(rest)
  if (flags) {
    const [all, names = '', end = ''] = flags
    const unknown = /[^imsud-]/.exec(names)
    if (unknown) return refuse(`the flag ${unknown[0]}`)
    // Letters of every script have two cases here, and a line ends with \n alone.
    const kept = names.replaceAll(/[ud]/g, '').replace(/-$/, '')
    if (end === ')') return [[{ kind: 'other', re2: kept === '' ? '(?:)' : `(?${kept})` }], all.length]
    return [[{ kind: 'open', re2: `(?${kept}:` }], all.length]
  }
  const [open = '('] = /^\((?:\?P?<[A-Za-z]\w*>)?/.exec(rest) ?? []
  if (open === '(' && rest.startsWith('(?')) return refuse('a group that begins with (?')
  return [[{ kind: 'open', re2: open }], open.length]
}

function classAt(rest: string): Found {
  const [begin = '['] = /^\[\^?\]?/.exec(rest) ?? []
  let re2 = begin.replace(']', String.raw`\]`)
  let at = begin.length
  while (rest[at] !== ']') {
    const here = rest.slice(at)
    if (here === '') return refuse('a [ without its ]')
    if (here.startsWith('[')) return refuse('a class within a class, as in [a[b]]: write \\[ for the bracket')
    if (here.startsWith('&&')) return refuse('the common part of classes, &&')
    const [text, length] = here.startsWith('\\') ? memberAt(here) : [here[0] ?? '', 1]
    re2 += text
    at += length
  }
  return [[{ kind: 'one', re2: `${re2}]` }], at + 1]
}

/** An escape within a class. */
function memberAt(rest: string): readonly [text: string, length: number] {
  if (rest.startsWith(String.raw`\Q`)) {
    const [parts, length] = quoteAt(rest)
    return [parts.map(({ re2 }) => re2).join(''), length]
  }
  const set = setAt(rest)
  if (set) return set
  const found = charAt(rest)
  return found ? [found[0].re2, found[1]] : refuse(`${rest.slice(0, 2)} in a class`)
}

function escapeAt(rest: string): Found {
  const letter = rest[1] ?? ''
  if (letter === '') return refuse('a \\ at its end')
  if (letter === 'Q') return quoteAt(rest)
  const refused = refusedEscapes[letter]
  if (refused !== undefined) return refuse(refused)
  if (/[1-9]/.test(letter)) return refuse(`a back reference, \\${letter}`)
  if (/^\\b\{/.test(rest)) return refuse('a boundary with a kind, \\b{')
  const anchor = anchors[letter]
  if (anchor !== undefined) return [[{ kind: 'other', re2: anchor }], 2]
  const set = setAt(rest)
  if (set) return [[{ kind: 'one', re2: `[${set[0]}]` }], set[1]]
  const found = charAt(rest)
  return found ? [[found[0]], found[1]] : refuse(`the escape \\${letter}`)
}

function quoteAt(rest: string): Found {
  const end = rest.indexOf(String.raw`\E`)
  const text = rest.slice(2, end < 0 ? undefined : end)
  const parts = [...text].map((each) => char(each.codePointAt(0) ?? 0))
  return [parts, end < 0 ? rest.length : end + 2]
}

/** An escape that stands for several characters, as it stands in a class. */
function setAt(rest: string): readonly [text: string, length: number] | null {
  const set = sets[rest[1] ?? '']
  if (set !== undefined) return [set, 2]
  if (!/^\\p/i.test(rest)) return null
  const [all, letter = '', named] = /^\\([pP])(?:\{([^}]*)\}|[A-Z])/.exec(rest) ?? [rest.slice(0, 2)]
  if (all.length === 2) return refuse(`${all} without a name, as in \\p{L}`)
  return [propertyOf(named ?? all.slice(2), letter === 'P') ?? refuse(`the property ${all}`), all.length]
}

function propertyOf(name: string, isNot: boolean): string | null {
  if (posix.test(name)) return `[:${isNot ? '^' : ''}${name.toLowerCase()}:]`
  const [, ofKind = name] = /^(?:Is|(?:gc|general_category|sc|script)=)(\w+)$/i.exec(name) ?? []
  const isCategory = /^[A-Z][a-z]?$|^LC$/.test(ofKind)
  const script = ofKind.toLowerCase().replaceAll(/(?:^|_)[a-z]/g, (begin) => begin.toUpperCase())
  const known = properties[name] ?? (isCategory || ofKind === name ? ofKind : script)
  const property = `\\${isNot ? 'P' : 'p'}{${known}}`
  try {
    RE2JS.compile(`[${property}]`)
    return property
  } catch {
    return null
  }
}

/** An escape that stands for one character. */
function charAt(rest: string): readonly [part: Part, length: number] | null {
  const letter = rest[1] ?? ''
  const control = controls[letter]
  if (control !== undefined) return [char(control), 2]
  const pair = /^\\u(D[89AB][\dA-F]{2})\\u(D[C-F][\dA-F]{2})/i.exec(rest)
  if (pair) {
    const [all, high = '', low = ''] = pair
    return [char(String.fromCharCode(parseInt(high, 16), parseInt(low, 16)).codePointAt(0) ?? 0), all.length]
  }
  const hex = /^\\(?:u([\dA-F]{4})|x([\dA-F]{2})|x\{([\dA-F]{1,6})\})/i.exec(rest)
  if (hex) {
    const code = parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16)
    return code <= 0x10ffff ? [char(code), hex[0].length] : null
  }
  const octal = /^\\0([0-3]?[0-7]{1,2})/.exec(rest)
  if (octal) return [char(parseInt(octal[1] ?? '', 8)), octal[0].length]
  const key = /^\\c([ -~])/.exec(rest)
  if (key) return [char((key[1] ?? '').charCodeAt(0) ^ 64), 3]
  if (/[A-Za-z\d]/.test(letter) || letter === '') return null
  const code = rest.codePointAt(1) ?? 0
  return [char(code), 1 + String.fromCodePoint(code).length]
}
