import { FlowError } from './flow-error'
import { nextToken, type Token } from './expression-tokens'
import type { BinaryOperator, Expression, Method } from './template'

const methods: ReadonlyMap<string, { readonly method: Method; readonly args: readonly number[] }> = new Map(
  (
    [
      ['toUpperCase', [0]],
      ['toLowerCase', [0]],
      ['trim', [0]],
      ['includes', [1]],
      ['startsWith', [1]],
      ['endsWith', [1]],
      ['replace', [2]],
      ['slice', [1, 2]],
    ] as const
  ).map(([method, args]) => [method, { method, args }]),
)

/** From the loosest to the tightest. */
const levels: readonly Readonly<Record<string, BinaryOperator>>[] = [
  { '||': '||' },
  { '&&': '&&' },
  { '==': '==', '===': '==', '!=': '!=', '!==': '!=' },
  { '<': '<', '<=': '<=', '>': '>', '>=': '>=' },
  { '+': '+', '-': '-' },
  { '*': '*', '/': '/' },
]

const constants: ReadonlyMap<string, Expression> = new Map(
  (
    [
      ['true', true],
      ['false', false],
      ['null', null],
      ['undefined', null],
    ] as const
  ).map(([word, value]) => [word, { kind: 'literal', value }]),
)
const roots = new Set(['output', 'fleetwall', 'maestro'])
const mostDeep = 40
const mostTokens = 500

/**
 * Reads the expression that begins at `start` in `text` and goes up to its `}`.
 * @returns the expression, and where the text goes on after `}`. Throws a FlowError for anything that no expression may hold.
 */
export function readExpression(text: string, start: number): { expression: Expression; end: number } {
  const reader = new Reader(text, start)
  return { expression: reader.whole(), end: reader.end }
}

class Reader {
  private token: Token
  private depth = 0
  private count = 0

  constructor(
    private readonly text: string,
    start: number,
  ) {
    this.token = nextToken(text, start)
  }

  get end(): number {
    return this.token.end
  }

  whole(): Expression {
    if (this.isAt('}')) throw new FlowError('${} is empty')
    const expression = this.assignment()
    if (!this.isAt('}')) this.unexpected()
    return expression
  }

  private assignment(): Expression {
    const target = this.choice()
    if (!this.isAt('=')) return target
    if (target.kind !== 'name' || target.path[0] !== 'output')
      throw new FlowError('only output.… can be assigned, as in ${output.name = 1}')
    this.next()
    return { kind: 'assign', path: target.path, value: this.choice() }
  }

  private choice(): Expression {
    if (++this.depth > mostDeep) throw new FlowError('an expression is nested too deeply')
    const test = this.binary(0)
    let expression = test
    if (this.isAt('?')) {
      this.next()
      const yes = this.choice()
      this.expect(':')
      expression = { kind: 'choice', test, yes, no: this.choice() }
    }
    this.depth -= 1
    return expression
  }

  private binary(level: number): Expression {
    const operators = levels[level]
    if (!operators) return this.unary()
    let left = this.binary(level + 1)
    for (;;) {
      const { kind, text } = this.token
      const operator = kind === 'sign' && Object.hasOwn(operators, text) ? operators[text] : undefined
      if (operator === undefined) return left
      this.next()
      left = { kind: 'binary', operator, left, right: this.binary(level + 1) }
    }
  }

  private unary(): Expression {
    const operator = this.isAt('!') ? '!' : this.isAt('-') ? '-' : null
    if (operator === null) return this.member(this.operand())
    if (++this.depth > mostDeep) throw new FlowError('an expression is nested too deeply')
    this.next()
    const operand = this.unary()
    this.depth -= 1
    return { kind: 'unary', operator, operand }
  }

  private operand(): Expression {
    const { kind, text } = this.token
    if (kind === 'text') return this.taken({ kind: 'literal', value: text })
    if (kind === 'number') return this.taken({ kind: 'literal', value: Number(text) })
    if (kind === 'name') return this.name(text)
    if (!this.isAt('(')) return this.unexpected()
    this.next()
    const inner = this.choice()
    this.expect(')')
    return inner
  }

  private name(word: string): Expression {
    this.next()
    const constant = constants.get(word)
    if (constant) return constant
    if (this.isAt('(')) throw new FlowError(`${word}() can’t be called: Fleetwall runs no JavaScript`)
    if (!roots.has(word)) return { kind: 'name', path: [word] }
    const path = [word]
    while (this.isAt('.') && !this.isMember()) {
      this.next()
      path.push(this.word())
    }
    if (path.length === 1) throw new FlowError(`${word} needs a name after it, as in ${word}.copiedText`)
    if (word !== 'output' && path.join('.') !== `${word}.copiedText`)
      throw new FlowError(`${path.join('.')} doesn't exist: there is ${word}.copiedText`)
    return { kind: 'name', path }
  }

  /** Whether a method or `length` stands after the dot. */
  private isMember(): boolean {
    const word = nextToken(this.text, this.token.end)
    const after = nextToken(this.text, word.end)
    return word.text === 'length' || (after.kind === 'sign' && after.text === '(')
  }

  private member(target: Expression): Expression {
    let expression = target
    while (this.isAt('.')) {
      this.next()
      const word = this.word()
      if (word === 'length') {
        expression = { kind: 'length', target: expression }
        continue
      }
      const known = methods.get(word)
      if (!known)
        throw new FlowError(
          `.${word} can’t be used in an expression: there are length, ${[...methods.keys()].join(', ')}`,
        )
      const args = this.args()
      if (!known.args.includes(args.length))
        throw new FlowError(`.${word}() takes ${known.args.join(' or ')} values, not ${args.length}`)
      expression = { kind: 'call', target: expression, method: known.method, args }
    }
    return expression
  }

  private args(): Expression[] {
    this.expect('(')
    const args: Expression[] = []
    while (!this.isAt(')')) {
      if (args.length > 0) this.expect(',')
      args.push(this.choice())
    }
    this.next()
    return args
  }

  private word(): string {
    const { kind, text } = this.token
    if (kind !== 'name') return this.unexpected()
    this.next()
    return text
  }

  private taken(expression: Expression): Expression {
    this.next()
    return expression
  }

  private next(): void {
    if (++this.count > mostTokens) throw new FlowError('an expression is too long')
    this.token = nextToken(this.text, this.token.end)
  }

  private isAt(sign: string): boolean {
    return this.token.kind === 'sign' && this.token.text === sign
  }

  private expect(sign: string): void {
    if (!this.isAt(sign)) this.unexpected()
    this.next()
  }

  private unexpected(): never {
    const { kind, text } = this.token
    if (kind === 'end') throw new FlowError('${ has no } after it')
    throw new FlowError(`${text} can’t stand here in an expression: Fleetwall runs no JavaScript`)
  }
}
