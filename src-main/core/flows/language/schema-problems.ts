import type { z } from 'zod'
import { nearest, type Problem } from './problem'
import { refusedOptions } from './refused'
import { keyPlaceOf, treeAt, placeOf, type Tree } from './yaml-tree'

type Issue = z.core.$ZodIssue

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'a map of options',
  record: 'a map of names',
}

/**
 * Says in words what a schema found wrong in a tree: the key, and what it must be. `known` are the keys that its top level has.
 * A missing key has the place of the map that lacks it.
 */
export function* schemaProblems(
  issues: readonly Issue[],
  tree: Tree,
  known: readonly string[],
): Generator<Problem> {
  for (const issue of issues) if (!isConsequence(issue, issues)) yield* problemsOf(issue, tree, known)
}

/** Where a key is not known, the map misses something for that reason; a value of another kind has no length to judge. */
const isConsequence = (issue: Issue, issues: readonly Issue[]) => {
  const cause = consequences[issue.code]
  return issues.some(({ code, path }) => code === cause && path.join() === issue.path.join())
}
const consequences: Partial<Record<Issue['code'], Issue['code']>> = {
  custom: 'unrecognized_keys',
  too_small: 'invalid_type',
  too_big: 'invalid_type',
}

function* problemsOf(issue: Issue, tree: Tree, known: readonly string[]): Generator<Problem> {
  const { path } = issue
  const value = treeAt(tree, path)
  if (issue.code === 'invalid_union' && value) {
    const inner = branchOf(issue.errors)
    const below = inner?.map((each) => ({ ...each, path: [...path, ...each.path] }))
    if (below) return yield* schemaProblems(below, tree, known)
  }
  if (issue.code === 'unrecognized_keys')
    for (const key of issue.keys)
      yield {
        place: keyPlaceOf(tree, [...path, key]),
        message: unknownKey(nameOf([...path, key]), key, path.length === 0 ? known : []),
      }
  else if (issue.code === 'invalid_key')
    for (const { message } of issue.issues)
      yield { place: keyPlaceOf(tree, path), message: `${nameOf(path)}: ${message}` }
  else yield { place: placeOf(tree, path), message: sentence(issue, value) }
}

/** The branch that fits the kind of value that is there; null when none does. */
function branchOf(branches: readonly (readonly Issue[])[]): readonly Issue[] | null {
  return branches.find((issues) => !issues.some(isOtherKind)) ?? null
}

const isOtherKind = (issue: Issue): boolean =>
  issue.path.length === 0 &&
  (issue.code === 'invalid_type' || (issue.code === 'invalid_union' && branchOf(issue.errors) === null))

function sentence(issue: Issue, value: Tree | null): string {
  const key = nameOf(issue.path)
  if (!value || (value.kind === 'text' && value.text.trim() === '')) return `${key} is missing`
  const refusal = refusedOptions.get(key)
  if (issue.code === 'invalid_value' && refusal !== undefined) return refusedHere(key, refusal)
  const name = key === '' ? 'the value' : key
  if (issue.code === 'too_big')
    return `${name} can have ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'} at most`
  const needed = neededBy(issue)
  if (needed.length > 0) return `${name} must be ${needed.join(' or ')}, not ${shown(value)}`
  return key === '' ? issue.message : `${key}: ${issue.message}`
}

/** What a value must be; nothing where the message is a sentence of its own. */
function neededBy(issue: Issue): string[] {
  const [, own] = /^must be (.*)$/.exec(issue.message) ?? []
  if (own !== undefined) return [own]
  if (issue.code === 'invalid_type') return [kinds[issue.expected] ?? issue.expected]
  return issue.code === 'invalid_union' ? issue.errors.flat().flatMap(neededBy) : []
}

function shown(value: Tree): string {
  if (value.kind === 'map') return 'a map'
  if (value.kind === 'list') return value.items.length === 0 ? 'an empty list' : 'a list'
  return value.text.trim().replaceAll(/\s+/g, ' ').slice(0, 40)
}

/** The keys on a way, as a flow's author reads them. */
export const nameOf = (path: readonly PropertyKey[]): string =>
  path
    .filter((step) => typeof step !== 'number')
    .map((step) => String(step).slice(0, 60))
    .join('.')

const refusedHere = (key: string, why: string) => `${key} can’t be used: ${why}`

/** Says that a key is not known, and what to use instead. */
function unknownKey(name: string, key: string, known: readonly string[]): string {
  const refusal = refusedOptions.get(key)
  if (refusal !== undefined && !known.includes(key)) return refusedHere(name, refusal)
  const meant = nearest(key, known)
  return `${name} is not known here${meant === null ? '' : `. Did you mean ${meant}?`}`
}
