/** From the root: names of members, and places in lists from 0. */
export type JsonPath = readonly (string | number)[]

/** What is wrong with a JSON text, and where. */
export interface JsonFlaw {
  reason: 'syntax' | 'twice'
  /** In UTF-16 units from the start of the text. */
  offset: number
  /** What was being read. */
  path: JsonPath
  /** What should stand there; empty for a name that is there twice. */
  expected: string
}

/** Where a path stands in the text: its name when it is a member, else its value; -1 when it is not there. */
export type OffsetOf = (path: JsonPath) => number

const deepest = 64
const space = /[ \t\n\r]*/y
const token =
  /[{}[\]:,]|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/**
 * Finds where everything in a JSON text stands, which `JSON.parse` does not tell.
 * @param fail told of the first flaw; it throws
 */
export function jsonOffsets(text: string, fail: (flaw: JsonFlaw) => never): OffsetOf {
  const offsets = new Map<string, number>()
  const nameOf = (path: JsonPath) => JSON.stringify(path)
  let at = 0

  const peek = () => {
    at += matchAt(space, text, at).length
    return matchAt(token, text, at)
  }
  const refuse = (path: JsonPath, expected: string) => fail({ reason: 'syntax', offset: at, path, expected })
  const take = (path: JsonPath, expected: string, fits: (found: string) => boolean) => {
    const found = peek()
    if (!fits(found)) return refuse(path, expected)
    at += found.length
    return found
  }

  /** What stands between `open` and `close`, apart by commas. */
  const readAll = (path: JsonPath, close: string, readOne: (index: number) => void) => {
    at += 1
    if (peek() === close) {
      at += 1
      return
    }
    for (let index = 0; ; index++) {
      readOne(index)
      const end = take(path, `a comma or ${close}`, (found) => found === ',' || found === close)
      if (end === close) return
    }
  }

  const readMember = (path: JsonPath) => {
    const quoted = peek()
    const offset = at
    take(path, 'a name in double quotes', (found) => found.startsWith('"'))
    const member = [...path, JSON.parse(quoted) as string]
    if (offsets.has(nameOf(member))) fail({ reason: 'twice', offset, path: member, expected: '' })
    offsets.set(nameOf(member), offset)
    take(member, 'a colon', (found) => found === ':')
    readValue(member)
  }

  const readValue = (path: JsonPath) => {
    const found = peek()
    if (!offsets.has(nameOf(path))) offsets.set(nameOf(path), at)
    if (path.length > deepest) refuse(path, 'less nesting')
    if (found === '{') readAll(path, '}', () => readMember(path))
    else if (found === '[') readAll(path, ']', (index) => readValue([...path, index]))
    else take(path, 'a value', (value) => value !== '' && !/^[}\]:,]/.test(value))
  }

  readValue([])
  if (peek() !== '' || at < text.length) refuse([], 'nothing more')
  return (path) => offsets.get(nameOf(path)) ?? -1
}

/** 1-based, as editors count. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
