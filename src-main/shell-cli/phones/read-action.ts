import { actionSchemaWith, type Action } from '../../../src-shared/protocol/action'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import { UsageError } from '../../core/base/start-arguments'
import { nearest } from '../../core/flows/language/problem'

type Issue = Extract<
  ReturnType<ReturnType<typeof actionSchemaWith>['safeParse']>,
  { success: false }
>['error']['issues'][number]

const kinds: Partial<Record<string, string>> = {
  int: 'a whole number',
  number: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Reads an action (spec 4.5) from JSON. @throws UsageError that names the first fault */
export const readAction = (json: string, names: Vocabulary['path']): Action =>
  checkedAction(parsedAction(json), names)

/** Checks an action (spec 4.5). @throws UsageError that names the first fault */
export function checkedAction(value: object, names: Vocabulary['path']): Action {
  const schema = actionSchemaWith(names)
  const types = schema.options.map(({ shape }) => shape.type.value)
  const type = 'type' in value ? value.type : undefined
  if (!types.some((each) => each === type)) throw new UsageError(unknownType(type, types))
  const read = schema.safeParse(value)
  if (read.success) return read.data as Action
  const [issue] = read.error.issues
  throw new UsageError(issue ? say(issue, String(type), value) : 'the action is invalid')
}

/** Reads JSON as one object. @throws UsageError */
export function parsedAction(json: string): object {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new UsageError(`the action is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new UsageError('the action is one JSON object, as {"type": "tap", "x": 10, "y": 20}')
}

function unknownType(type: unknown, types: readonly string[]): string {
  if (typeof type !== 'string') return `the action needs the field type: one of ${types.join(', ')}`
  const meant = nearest(type, types)
  return `there is no action ${type.slice(0, 40)}. ${meant === null ? `There are ${types.join(', ')}` : `Did you mean ${meant}?`}`
}

function say(issue: Issue, type: string, value: object): string {
  const field = issue.path.map(String).join('.')
  const of = field === '' ? type : `${field} of ${type}`
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${of} takes no field ${issue.keys.map((key) => key.slice(0, 40)).join(', ')}`
    case 'invalid_type': {
      const kind = kinds[issue.expected] ?? issue.expected
      return isMissing(issue.path, value)
        ? `${type} needs the field ${field}, ${kind}`
        : `${of} is not ${kind}`
    }
    case 'too_big':
      return `${of} takes at most ${Number(issue.maximum)}`
    case 'too_small':
      return issue.origin === 'string' ? `${of} is empty` : `${of} takes at least ${Number(issue.minimum)}`
    default:
      return `${of} ${issue.message}`
  }
}

function isMissing(path: readonly PropertyKey[], value: object): boolean {
  let at: unknown = value
  for (const part of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined
  return at === undefined
}
