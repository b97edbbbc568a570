import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  jsonOffsets,
  lineAndColumn,
  type JsonFlaw,
  type JsonPath,
} from '../../../src-main/core/settings/json-offsets'

function throwing(flaw: JsonFlaw): never {
  throw new Error(JSON.stringify(flaw))
}

function flawIn(text: string): JsonFlaw | null {
  try {
    jsonOffsets(text, throwing)
    return null
  } catch (error) {
    return JSON.parse((error as Error).message) as JsonFlaw
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Every path in a value, with what it leads to. */
function pathsIn(value: unknown, path: JsonPath = []): [JsonPath, unknown][] {
  const below = Array.isArray(value)
    ? value.flatMap((item, index) => pathsIn(item, [...path, index]))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...path, name]))
      : []
  return [[path, value], ...below]
}

/** JSON, spoilt by taking out, doubling or putting in a piece. */
const spoilt = fc
  .tuple(
    fc.json({ maxDepth: 3 }),
    fc.nat(),
    fc.nat(4),
    fc.constantFrom(
      '',
      '"',
      ',',
      ':',
      '{',
      '}',
      '[',
      ']',
      '1',
      '-',
      '.',
      'e',
      '\\',
      '\u0001',
      ' ',
      'null',
      '//',
    ),
  )
  .map(([text, place, cut, piece]) => {
    const at = place % (text.length + 1)
    return text.slice(0, at) + piece + text.slice(at + cut)
  })

describe('where things stand in a JSON text', () => {
  it('is told for every path, whatever the spacing', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const offsetOf = jsonOffsets(text, throwing)
        for (const [path, found] of pathsIn(JSON.parse(text))) {
          const last = path.at(-1)
          const written = text.slice(offsetOf(path))
          if (typeof last === 'string') expect(written.startsWith(`${JSON.stringify(last)}:`)).toBe(true)
          else expect(written.startsWith(JSON.stringify(found, null, indent).slice(0, 1))).toBe(true)
        }
      }),
    )
  })

  it('is asked of what JSON.parse takes, and of nothing else', () => {
    fc.assert(
      fc.property(spoilt, (text) => {
        const flaw = flawIn(text)
        // What is JSON with a name that is there twice nobody means.
        fc.pre(flaw?.reason !== 'twice')
        expect(flaw === null).toBe(isJson(text))
      }),
      { numRuns: 2000 },
    )
  })

  it.each<[string, Partial<JsonFlaw>]>([
    ['', { offset: 0, expected: 'a value' }],
    ['{"a": }', { offset: 6, path: ['a'], expected: 'a value' }],
    ['{"a" 1}', { offset: 5, path: ['a'], expected: 'a colon' }],
    ['{"a": 1,}', { offset: 8, path: [], expected: 'a name in double quotes' }],
    ["{'a': 1}", { offset: 1, path: [], expected: 'a name in double quotes' }],
    ['{"a": [1 2]}', { offset: 9, path: ['a'], expected: 'a comma or ]' }],
    ['{"a": {"b": 1}', { offset: 14, path: [], expected: 'a comma or }' }],
    ['{} // end', { offset: 3, expected: 'nothing more' }],
    ['{"a": "b\nc"}', { offset: 6, path: ['a'], expected: 'a value' }],
    ['{"a": {"b": 1, "b": 2}}', { reason: 'twice', offset: 15, path: ['a', 'b'] }],
    ['{"a": 1, "\\u0061": 2}', { reason: 'twice', offset: 9, path: ['a'] }],
  ])('and what is wrong with %j', (text, flaw) => {
    expect(flawIn(text)).toMatchObject(flaw)
  })

  it('ends at nesting that nobody writes by hand', () => {
    expect(flawIn('['.repeat(100_000))).toMatchObject({ expected: 'less nesting' })
  })

  it('is not there for what is not', () => {
    expect(jsonOffsets('{"a":[1]}', throwing)(['a', 1])).toBe(-1)
  })

  it('is counted from line 1 and column 1, whatever ends the lines', () => {
    expect(lineAndColumn('ab', 0)).toEqual({ line: 1, column: 1 })
    expect(lineAndColumn('a\r\nb\nc\rde', 8)).toEqual({ line: 4, column: 2 })
  })
})
