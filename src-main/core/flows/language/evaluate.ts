import { FlowError } from './flow-error'
import type { BinaryOperator, Expression, Method, Names, Template, Value } from './template'

const longestValue = 100_000
// A few hundred expressions over texts of the longest length hold up all phones otherwise.
const mostWork = 2_000_000

/** How many characters the expressions of one text may still work on. */
interface Work {
  left: number
}

/** Fills a template. Throws a FlowError for a name that is not set, and for what can't be calculated. */
export function fill({ parts }: Template, names: Names): string {
  const work = { left: mostWork }
  return bounded(
    parts.map((part) => (typeof part === 'string' ? part : asText(give(part, names, false, work)))).join(''),
  )
}

/** Fills a number: finite and not negative. Throws a FlowError for anything else. */
export function fillNumber(number: number | Template, names: Names): number {
  if (typeof number === 'number') return number
  const text = fill(number, names)
  const value = asNumber(text)
  if (value < 0) throw new FlowError(`${number.source} is ${text}: a number that isn't negative is needed`)
  return value
}

/** Judges a condition: empty, `false`, `0`, `null` and `undefined` don't hold. */
export function isTrue({ parts }: Template, names: Names): boolean {
  const [only] = parts
  const filled =
    parts.length === 1 && only !== undefined && typeof only !== 'string'
      ? evaluate(only, names)
      : fill({ source: '', parts }, names).trim()
  return holds(filled) && !['false', '0', 'null', 'undefined'].includes(String(filled))
}

/**
 * Evaluates an expression; an assignment also writes `names.output`. Throws a FlowError for a name that is not set, unless it
 * stands before `||`.
 */
export function evaluate(expression: Expression, names: Names): Value {
  return give(expression, names, false, { left: mostWork })
}

function give(expression: Expression, names: Names, mayBeUnset: boolean, work: Work): Value {
  const inner = (each: Expression) => {
    const value = give(each, names, false, work)
    if (typeof value === 'string') work.left -= value.length
    if (work.left < 0) throw new FlowError(`its expressions work on more than ${mostWork} characters`)
    return value
  }
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'name':
      return look(expression.path, names, mayBeUnset)
    case 'unary': {
      const value = inner(expression.operand)
      return expression.operator === '!' ? !holds(value) : -asNumber(value)
    }
    case 'binary': {
      const { operator, left, right } = expression
      if (operator === '||') {
        const value = give(left, names, true, work)
        return holds(value) ? value : give(right, names, mayBeUnset, work)
      }
      const value = inner(left)
      if (operator === '&&') return holds(value) ? inner(right) : value
      return calculate(operator, value, inner(right))
    }
    case 'choice':
      return holds(inner(expression.test)) ? inner(expression.yes) : inner(expression.no)
    case 'call':
      return call(expression.method, asText(inner(expression.target)), expression.args.map(inner))
    case 'length':
      return asText(inner(expression.target)).length
    case 'assign': {
      const value = inner(expression.value)
      names.output.set(expression.path.slice(1).join('.'), value)
      return value
    }
  }
}

function look(path: readonly string[], names: Names, mayBeUnset: boolean): Value {
  const [root = '', ...rest] = path
  const within = rest.join('.')
  const own = (values: Readonly<Record<string, Value>>, name: string) =>
    Object.hasOwn(values, name) ? values[name] : undefined
  const value =
    rest.length === 0
      ? own(names.env, root)
      : root === 'output'
        ? names.output.get(within)
        : own(names.fleetwall, within)
  if (value !== undefined) return value
  if (mayBeUnset) return null
  const name = path.join('.')
  throw new FlowError(
    `the name ${name} is not set. Set it with env, or give a default: \${${name} || 'text'}`,
  )
}

function calculate(operator: Exclude<BinaryOperator, '&&' | '||'>, left: Value, right: Value): Value {
  switch (operator) {
    case '+':
      return typeof left === 'string' || typeof right === 'string'
        ? bounded(asText(left) + asText(right))
        : asNumber(left) + asNumber(right)
    case '-':
      return asNumber(left) - asNumber(right)
    case '*':
      return asNumber(left) * asNumber(right)
    case '/': {
      const divisor = asNumber(right)
      if (divisor === 0) throw new FlowError('an expression divides by 0')
      return asNumber(left) / divisor
    }
    case '==':
      return areEqual(left, right)
    case '!=':
      return !areEqual(left, right)
    case '<':
      return order(left, right) < 0
    case '<=':
      return order(left, right) <= 0
    case '>':
      return order(left, right) > 0
    case '>=':
      return order(left, right) >= 0
  }
}

/** Names of the environment are texts: so a text that is a number equals that number. */
function areEqual(left: Value, right: Value): boolean {
  if (typeof left === 'number' && typeof right === 'string') return isNumber(right) && left === Number(right)
  if (typeof left === 'string' && typeof right === 'number') return areEqual(right, left)
  return left === right
}

function order(left: Value, right: Value): number {
  if (typeof left === 'string' && typeof right === 'string' && !(isNumber(left) && isNumber(right)))
    return left < right ? -1 : left > right ? 1 : 0
  return asNumber(left) - asNumber(right)
}

function call(method: Method, text: string, args: readonly Value[]): Value {
  const [first = '', second] = args
  switch (method) {
    case 'toUpperCase':
    case 'toLowerCase':
    case 'trim':
      return text[method]()
    case 'includes':
    case 'startsWith':
    case 'endsWith':
      return text[method](asText(first))
    case 'replace':
      return bounded(text.replace(asText(first), () => asText(second ?? '')))
    case 'slice':
      return text.slice(asNumber(first), second === undefined ? undefined : asNumber(second))
  }
}

const holds = (value: Value) => value !== null && value !== '' && value !== 0 && value !== false

const asText = (value: Value) => (value === null ? '' : String(value))

const isNumber = (text: string) => /^\s*-?\d{1,30}(?:\.\d{1,30})?\s*$/.test(text)

function asNumber(value: Value): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'string' && isNumber(value)) return Number(value)
  throw new FlowError(`${value === '' ? 'an empty text' : String(value).slice(0, 60)} isn’t a number`)
}

function bounded(text: string): string {
  if (text.length > longestValue) throw new FlowError(`a text has more than ${longestValue} characters`)
  return text
}
