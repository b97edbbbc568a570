import { FlowError } from './flow-error'

/** A part of an expression; a text without its quotes. */
export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end'
  readonly text: string
  /** Where the next one may begin. */
  readonly end: number
}

const blank = /\s*/y
const name = /[A-Za-z_]\w*/y
const number = /\d+(?:\.\d+)?/y
const sign = /===|!==|==|!=|<=|>=|&&|\|\||[-+*/<>!?:().,=}]/y
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

function match(pattern: RegExp, text: string, start: number): string | null {
  pattern.lastIndex = start
  return pattern.exec(text)?.[0] ?? null
}

/** Reads the token that begins at `start` or after the blanks there. Throws a FlowError for a character that begins none. */
export function nextToken(text: string, start: number): Token {
  const at = start + (match(blank, text, start)?.length ?? 0)
  const first = text[at]
  if (first === undefined) return { kind: 'end', text: '', end: at }
  if (first === "'" || first === '"') return quoted(text, at, first)
  for (const [kind, pattern] of [
    ['name', name],
    ['number', number],
    ['sign', sign],
  ] as const) {
    const found = match(pattern, text, at)
    if (found !== null) return { kind, text: found, end: at + found.length }
  }
  throw new FlowError(`${first} can’t be used in an expression: Fleetwall runs no JavaScript`)
}

function quoted(text: string, start: number, quote: string): Token {
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === quote) return { kind: 'text', text: value, end: at + 1 }
    if (character !== '\\') {
      value += character
      continue
    }
    at += 1
    const escaped = text[at] ?? ''
    value += escapes[escaped] ?? escaped
  }
  throw new FlowError('a text in an expression has no closing quote')
}
