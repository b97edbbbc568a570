/** What an expression gives. */
export type Value = string | number | boolean | null

export type BinaryOperator = '+' | '-' | '*' | '/' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||'

export type Method =
  | 'toUpperCase'
  | 'toLowerCase'
  | 'trim'
  | 'includes'
  | 'startsWith'
  | 'endsWith'
  | 'replace'
  | 'slice'

/** What stands in `${…}`: the whole of what a flow can compute. `===` and `!==` are read as `==` and `!=`. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: Value }
  /** `NAME`, or a path: `output.note.title` is `['output', 'note', 'title']`. */
  | { readonly kind: 'name'; readonly path: readonly string[] }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'choice'
      readonly test: Expression
      readonly yes: Expression
      readonly no: Expression
    }
  | {
      readonly kind: 'call'
      readonly target: Expression
      readonly method: Method
      readonly args: readonly Expression[]
    }
  | { readonly kind: 'length'; readonly target: Expression }
  /** Only in `evalScript`, and only to `output.…`. */
  | { readonly kind: 'assign'; readonly path: readonly string[]; readonly value: Expression }

/** A text that may hold `${…}`. Its parts in their order; a text without expressions has at most one part. */
export interface Template {
  /** As it stands in the file. */
  readonly source: string
  readonly parts: readonly (string | Expression)[]
}

/** The names that an expression can use. */
export interface Names {
  /** `NAME`. */
  readonly env: Readonly<Record<string, string>>
  /** `output.…`, by the path after `output.` (`note.title`). `evalScript` writes it. */
  readonly output: Map<string, Value>
  /** `fleetwall.…` and, the same, `maestro.…`: `copiedText`. */
  readonly fleetwall: Readonly<Record<string, Value>>
}
