import type { z } from 'zod'
import { nearest, type Problem } from './problem'
import { refusedOptions } from './refused'
import { isThere, keyPlaceOf, placeOf, type Tree } from './yaml-tree'

type Issue = z.core.$ZodIssue

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'a map of options',
  record: 'a map of names',
}

/** Says in words what a schema found wrong in a tree. `known` are the keys that its top level has. */
export function schemaProblems(issues: readonly Issue[], tree: Tree, known: readonly string[]): Problem[] {
  return issues
    .filter((issue) => !isConsequence(issue, issues))
    .flatMap((issue) => problemsOf(issue, tree, known))
}

/** Where a key is not known, the map misses something for that reason. */
const isConsequence = (issue: Issue, issues: readonly Issue[]) =>
  issue.code === 'custom' &&
  issues.some(({ code, path }) => code === 'unrecognized_keys' && path.join() === issue.path.join())

function problemsOf(issue: Issue, tree: Tree, known: readonly string[]): Problem[] {
  const isMissing = issue.path.length > 0 && !isThere(tree, issue.path)
  if (issue.code === 'invalid_union' && !isMissing) {
    const inner = branchOf(issue.errors)
    const below = inner?.map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
    if (below) return schemaProblems(below, tree, known)
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      place: keyPlaceOf(tree, [...issue.path, key]),
      message: unknownKey(key, issue.path.length === 0 ? known : []),
    }))
  const place = placeOf(tree, issue.path)
  const option = String(issue.path.at(-1) ?? '')
  const refusal = refusedOptions.get(option)
  if (issue.code === 'invalid_value' && refusal !== undefined)
    return [{ place, message: refusedHere(option, refusal) }]
  return [{ place, message: isMissing ? `${option} is missing here` : sentence(issue, option) }]
}

/** The branch that fits the kind of value that is there; null when none does. */
function branchOf(branches: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const isOfKind = (issues: readonly Issue[]) =>
    !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0)
  return branches.find(isOfKind) ?? null
}

function sentence(issue: Issue, option: string): string {
  if (issue.code === 'invalid_type')
    return `${kinds[issue.expected] ?? issue.expected} is needed here${option === '' ? '' : ` for ${option}`}`
  if (issue.code === 'invalid_union') return 'a text or a map of options is needed here'
  if (issue.code === 'too_big') return `${option === '' ? 'this' : option} is too long`
  return issue.message
}

const refusedHere = (key: string, why: string) => `${key} can’t be used: ${why}`

/** Says that a key is not known, and what to use instead. */
export function unknownKey(key: string, known: readonly string[]): string {
  const refusal = refusedOptions.get(key)
  if (refusal !== undefined && !known.includes(key)) return refusedHere(key, refusal)
  const meant = nearest(key, known)
  return `${key.slice(0, 60)} is not known here${meant === null ? '' : `. Did you mean ${meant}?`}`
}
