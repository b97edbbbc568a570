import type { z } from 'zod'
import type { alone, Surroundings } from '../commands/command'
import { commandNamed, commands, isCommand, type CommandName } from '../commands/commands'
import { noCost } from '../language/cost'
import type { Place, Step } from '../language/flow'
import { FlowError } from '../language/flow-error'
import { nearest, type Problem } from '../language/problem'
import { refusedCommands } from '../language/refused'
import { nameOf, schemaProblems } from '../language/schema-problems'
import { common } from '../language/selectors'
import type { Template } from '../language/template'
import { placeOf, plain, treeAt, type Tree } from '../language/yaml-tree'
import { readTemplate } from '../language/read-template'

/** What is known around a list of commands, and where its mistakes go. */
export interface StepSource extends Omit<Surroundings, 'nested'> {
  report(problem: Problem): void
}

const longestSummary = 80

/**
 * Reads a list of commands. Mistakes go to `report`; a command that has some is left out.
 * @param within what mistakes of the list itself begin with: the command and the key that it belongs to
 */
export function readSteps(tree: Tree, context: StepSource, within = ''): Step[] {
  if (tree.kind !== 'list') {
    const message = `${within}a list of commands is needed here, each one after a -`
    context.report({ place: tree.place, message })
    return []
  }
  return tree.items.flatMap((item) => {
    const found = commandOf(item, within, context)
    return found ? readStep(found, context) : []
  })
}

interface Found {
  readonly name: CommandName
  readonly place: Place
  /** null for a command that stands alone. */
  readonly value: Tree | null
}

function commandOf(item: Tree, within: string, { report }: StepSource): Found | null {
  const refuse = (place: Place, message: string) => {
    report({ place, message })
    return null
  }
  if (item.kind === 'list') return refuse(item.place, `${within}a command is needed here, not a list`)
  const [entry, second] =
    item.kind === 'map' ? item.entries : [[item.text, { place: item.place, value: null }] as const]
  if (!entry || entry[0] === '') return refuse(item.place, `${within}a command is missing here`)
  if (second)
    return refuse(
      second[1].place,
      `${second[0].slice(0, 60)} needs a - of its own, or two blanks more before it`,
    )
  const [name, { place, value }] = entry
  if (isCommand(name)) return { name, place, value }
  const refusal = refusedCommands.get(name)
  if (refusal !== undefined) return refuse(place, `${name} can’t be used: ${refusal}`)
  const meant = nearest(name, Object.keys(commands))
  return refuse(
    place,
    `${name.slice(0, 60)} isn’t a command${meant === null ? '' : `. Did you mean ${meant}?`}`,
  )
}

function readStep({ name, place, value }: Found, context: StepSource): Step[] {
  const { schema, short, bare, build, cost } = commandNamed(name)
  const options = optionsOf(value, short, place)
  if (value === null && !bare) {
    context.report({ place, message: `${name} needs ${short ?? 'options'} after it` })
    return []
  }
  const takesNothing = Object.keys(schema.shape).every((option) => option in common)
  if (takesNothing && options.kind === 'text') {
    context.report({ place: options.place, message: `${name} takes no value. Remove the value` })
    return []
  }
  const report = ({ message, ...problem }: Problem) =>
    context.report({ ...problem, message: `${name}: ${message}` })
  const nested = (key: string) => {
    const entry = options.kind === 'map' ? options.entries.get(key) : undefined
    return entry ? readSteps(entry.value, context, `${name}: ${key}: `) : []
  }
  const read = schema.safeParse(plain(options))
  if (!read.success) {
    for (const problem of schemaProblems(read.error.issues, options, Object.keys(schema.shape)))
      report(problem)
    // Mistakes below are told as well.
    if (treeAt(options, ['commands'])?.kind === 'list') nested('commands')
    return []
  }
  try {
    const { label = null, optional = false } = read.data as z.output<typeof alone.schema>
    const own = build(read.data, { ...context, nested })
    const summary = summaryOf(name, options, short)
    return [{ ...own, command: name, label, optional, place, summary, cost: optional ? noCost : cost(own) }]
  } catch (error) {
    if (!(error instanceof FlowError)) throw error
    const { path, message } = error
    const key = path.length === 0 ? '' : `${nameOf(path)}: `
    report({ place: placeOf(options, path), message: `${key}${message}` })
    return []
  }
}

/** A map of options at the place of the command: a plain value stands for the command's main one. */
function optionsOf(value: Tree | null, short: string | null, place: Place): Tree {
  const isNothing = value === null || (value.kind === 'text' && value.text === '' && short === null)
  if (isNothing) return { kind: 'map', entries: new Map(), place }
  if (value.kind === 'map') return { ...value, place }
  if (short === null) return value
  return { kind: 'map', entries: new Map([[short, { place: value.place, value }]]), place }
}

/** A command and its options in one line. What is judged or calculated stays as it stands in the file. */
function summaryOf(name: CommandName, options: Tree, short: string | null): Template {
  const given = options.kind === 'map' ? [...options.entries] : []
  const shown = given
    .filter(([key]) => !['commands', 'label', 'optional'].includes(key))
    .map(([key, { value }]) => (key === short ? wordsOf(value) : `${key}: ${wordsOf(value)}`))
    .join(', ')
  const line = shown === '' ? name : `${name} ${shown}`
  const source = line.length > longestSummary ? `${line.slice(0, longestSummary - 1)}…` : line
  const isJudged = name === 'evalScript' || name === 'assertTrue' || /\btrue: /.test(line)
  try {
    return isJudged ? { source, parts: [source] } : { source, parts: readTemplate(source).parts }
  } catch {
    // It is cut within an expression.
    return { source, parts: [source] }
  }
}

function wordsOf(tree: Tree): string {
  if (tree.kind === 'text') return tree.text.replaceAll(/\s+/g, ' ')
  if (tree.kind === 'list') return tree.items.map(wordsOf).join(', ')
  return [...tree.entries].map(([key, { value }]) => `${key}: ${wordsOf(value)}`).join(', ')
}
