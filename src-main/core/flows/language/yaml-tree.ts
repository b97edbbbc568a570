import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseAllDocuments, type Document } from 'yaml'
import type { Place } from './flow'
import type { Problem } from './problem'

/** A part of a YAML file. Every scalar is a text as it stands there, so that `inputText: 007` types three characters. */
export type Tree =
  | { readonly kind: 'text'; readonly text: string; readonly place: Place }
  | { readonly kind: 'list'; readonly items: readonly Tree[]; readonly place: Place }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Entry>; readonly place: Place }

export interface Entry {
  /** Of the key. */
  readonly place: Place
  readonly value: Tree
}

const mostDeep = 40
// YAML allows no control characters but tab, line ends and U+0085.
const forbidden = /(?![\t\n\r\x85])[\p{Cc}\uFFFE\uFFFF]/u
const tooDeep = `the file is nested more than ${mostDeep} deep`
const mostMarks = 16_000
const mostDocuments = 3

/** Reads a text as YAML documents. Mistakes go to `report`; null for a file that can't be read as such. */
export function readYaml(text: string, file: string, report: (problem: Problem) => void): Tree[] | null {
  const start: Place = { file, line: 1, column: 1 }
  const tooMuch = isTooDeep(text) ? tooDeep : isTooDense(text) ? 'the file has too many marks' : null
  if (tooMuch !== null) {
    report({ place: start, message: `${tooMuch}. Use runFlow to divide it` })
    return null
  }
  const at = text.search(forbidden)
  if (at >= 0) {
    const above = text.slice(0, at).split('\n')
    const place = { file, line: above.length, column: (above.at(-1) ?? '').length + 1 }
    const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')
    report({ place, message: `not YAML: the control character U+${code} can’t stand in a file` })
    return null
  }
  const tooMany = 'expected at most a header, a line --- and a list of commands'
  if ((text.match(/^---\s/gm)?.length ?? 0) > mostDocuments) {
    report({ place: start, message: tooMany })
    return null
  }
  const lines = new LineCounter()
  const parsed = parsedOrNull(text, lines)
  if (parsed === null) {
    report({ place: start, message: tooDeep })
    return null
  }
  const documents: readonly Document[] = Array.isArray(parsed) ? parsed : []
  if (documents.length > mostDocuments) {
    report({ place: start, message: tooMany })
    return null
  }
  const reader = new TreeReader(file, lines, report)
  const faults = documents.flatMap(({ errors }) => errors)
  const bare = faults.length > 0 ? commandsWithoutDashes(text) : null
  if (bare !== null) {
    report({ place: { file, line: bare, column: 1 }, message: 'a line --- is missing before the commands' })
    return null
  }
  const told = new Set<string>()
  for (const { message, pos } of faults) {
    const [line = ''] = message.split('\n')
    if (told.size < 20 && !told.has(line))
      report({ place: reader.placeAt(pos[0]), message: `not YAML: ${line}` })
    told.add(line)
  }
  if (faults.length > 0) return null
  const trees = documents.map(({ contents }) => reader.read(contents, 0))
  return reader.isWhole ? trees : null
}

/** Returns the line of the first command after a header without a `---`; null where that is not what is wrong. */
function commandsWithoutDashes(text: string): number | null {
  const lines = text.split(/\r?\n/)
  const at = lines.findIndex((line) => line.startsWith('- '))
  const above = lines.slice(0, at)
  const isHeader = above.some((line) => /^\w+:/.test(line)) && !lines.some((line) => line.startsWith('---'))
  return at > 0 && isHeader && !/:\s*$/.test(above.findLast((line) => line.trim() !== '') ?? '')
    ? at + 1
    : null
}

/** null for keys within keys (`[a: b⏎a: b`), which use up the parser's stack. */
function parsedOrNull(text: string, lineCounter: LineCounter): ReturnType<typeof parseAllDocuments> | null {
  const { stackTraceLimit } = Error
  // The parser makes an error of each mistake: thousands of stacks would take most of its time.
  Error.stackTraceLimit = 0
  try {
    return parseAllDocuments(text, {
      lineCounter,
      schema: 'failsafe',
      // Comparing keys here takes time that grows with the square of their number.
      uniqueKeys: false,
      prettyErrors: false,
    })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Guards the parser, which calls itself for each level. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth = Math.max(0, depth - 1)
    if (depth > 200) return true
  }
  return /(?:[-?:][ \t]+){41}/.test(text)
}

/** Guards the time: 100 kB of commands have fewer marks, and 100 kB of marks take a second. */
const isTooDense = (text: string): boolean => (text.match(/[,:[\]{}&*!"'?\n]/g)?.length ?? 0) > mostMarks

class TreeReader {
  /** false once something stands there that no tree can hold. */
  isWhole = true

  constructor(
    private readonly file: string,
    private readonly lines: LineCounter,
    private readonly report: (problem: Problem) => void,
  ) {}

  placeAt(offset: number): Place {
    const { line, col } = this.lines.linePos(offset)
    return { file: this.file, line: Math.max(1, line), column: Math.max(1, col) }
  }

  /** @param within the keys that the node stands below, as a mistake in a map begins with them */
  read(node: unknown, near: number, depth = 0, within = ''): Tree {
    const range = (node as { range?: readonly [number, number, number] | null } | null)?.range
    const at = range?.[0] ?? near
    const place = this.placeAt(at)
    if (depth > mostDeep) this.refuse(place, tooDeep)
    else if (isNode(node) && !isAlias(node) && node.tag !== undefined)
      this.refuse(
        place,
        `the tag ${node.tag.slice(0, 60)} can’t be used: every value is a text, a list or a map`,
      )
    else if (isSeq(node))
      return { kind: 'list', items: node.items.map((item) => this.read(item, at, depth + 1)), place }
    else if (isMap(node)) {
      const entries = new Map<string, Entry>()
      for (const { key, value } of node.items) {
        const name = this.read(key, at, depth + 1)
        if (name.kind !== 'text') this.report({ place: name.place, message: `${within}a key is a word` })
        else if (entries.has(name.text))
          this.report({ place: name.place, message: `${within}${name.text.slice(0, 60)} is here twice` })
        else
          entries.set(name.text, {
            place: name.place,
            value: this.read(
              value,
              this.offsetOf(name.place),
              depth + 1,
              `${within}${name.text.slice(0, 60)}: `,
            ),
          })
      }
      return { kind: 'map', entries, place }
    } else if (isAlias(node)) this.refuse(place, 'anchors and aliases can’t be used: use runFlow or env')
    else if (isScalar(node)) {
      const text = String(node.value ?? '')
      // Written as "\0"; the service refuses it.
      if (text.includes('\0')) this.report({ place, message: `${within}a text can’t hold the sign U+0000` })
      return { kind: 'text', text, place }
    }
    return { kind: 'text', text: '', place }
  }

  private refuse(place: Place, message: string): void {
    // Deep within, each branch has the same mistake.
    if (this.isWhole) this.report({ place, message })
    this.isWhole = false
  }

  private offsetOf({ line, column }: Place): number {
    return (this.lines.lineStarts[line - 1] ?? 0) + column - 1
  }
}

/** The plain values of a tree, for a schema. */
export function plain(tree: Tree): unknown {
  if (tree.kind === 'text') return tree.text
  if (tree.kind === 'list') return tree.items.map(plain)
  return Object.fromEntries([...tree.entries].map(([key, { value }]) => [key, plain(value)]))
}

/** The trees on a path of keys and indexes, as far as it goes. */
function walk(tree: Tree, path: readonly PropertyKey[]): Tree[] {
  const [step, ...rest] = path
  if (step === undefined) return [tree]
  const next =
    tree.kind === 'map'
      ? tree.entries.get(String(step))?.value
      : tree.kind === 'list'
        ? tree.items[Number(step)]
        : undefined
  return next ? [tree, ...walk(next, rest)] : [tree]
}

/** What a path of keys and indexes leads to; null for nothing. */
export const treeAt = (tree: Tree, path: readonly PropertyKey[]): Tree | null =>
  walk(tree, path)[path.length] ?? null

/** The place of what a path leads to, or of the last thing that is on it. */
export const placeOf = (tree: Tree, path: readonly PropertyKey[]): Place =>
  walk(tree, path).at(-1)?.place ?? tree.place

/** The place of the key that a path ends with. */
export function keyPlaceOf(tree: Tree, path: readonly PropertyKey[]): Place {
  const map = walk(tree, path.slice(0, -1)).at(-1)
  const entry = map?.kind === 'map' ? map.entries.get(String(path.at(-1))) : undefined
  return entry?.place ?? placeOf(tree, path)
}
