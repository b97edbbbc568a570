import { FlowError } from './flow-error'
import { readExpression } from './read-expression'
import type { Expression, Template } from './template'

const longestText = 20_000
const mostExpressions = 100

/** Reads a text with `${…}` in it; `\${` is a plain `${`. Throws a FlowError for what no expression may hold. */
export function readTemplate(source: string): Template {
  if (source.length > longestText) throw new FlowError(`a text can have ${longestText} characters at most`)
  const parts: (string | Expression)[] = []
  let plain = ''
  let at = 0
  for (;;) {
    const start = source.indexOf('${', at)
    if (start < 0) break
    if (source[start - 1] === '\\') {
      plain += `${source.slice(at, start - 1)}\${`
      at = start + 2
      continue
    }
    plain += source.slice(at, start)
    if (plain !== '') parts.push(plain)
    plain = ''
    const { expression, end } = readExpression(source, start + 2)
    if (expression.kind === 'assign') throw new FlowError('only evalScript can assign')
    parts.push(expression)
    if (parts.length > 2 * mostExpressions)
      throw new FlowError(`a text can hold ${mostExpressions} expressions at most`)
    at = end
  }
  plain += source.slice(at)
  if (plain !== '') parts.push(plain)
  return { source, parts }
}

/** Reads what `evalScript` runs: one `${…}` and nothing beside it. Throws a FlowError for anything else. */
export function readScript(source: string): Expression {
  const text = source.trim()
  if (!text.startsWith('${')) throw new FlowError('a script is one ${…}, as in ${output.name = 1}')
  const { expression, end } = readExpression(text, 2)
  if (end !== text.length) throw new FlowError('a script is one ${…} with nothing after it')
  return expression
}

/** The text of a template that holds no expression; null for one that does. */
export function plainText({ parts }: Template): string | null {
  const [first = ''] = parts
  return parts.length <= 1 && typeof first === 'string' ? first : null
}
