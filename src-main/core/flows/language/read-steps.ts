import { buildStep, type Surroundings } from './build-step'
import { commands, isCommand, type CommandName, type Options } from './commands'
import type { Place, Step } from './flow'
import { FlowError } from './flow-error'
import { nearest, type Problem } from './problem'
import { refusedCommands } from './refused'
import { schemaProblems } from './schema-problems'
import { common } from './selectors'
import { plain, type Tree } from './yaml-tree'

/** What is known around a list of commands, and where its mistakes go. */
export interface StepContext extends Omit<Surroundings, 'nested' | 'include'> {
  report(problem: Problem): void
  include(path: string, place: Place): ReturnType<Surroundings['include']>
}

const longestSummary = 80

/** Reads a list of commands. Mistakes go to `report`; a command that has some is left out. */
export function readSteps(tree: Tree, context: StepContext): Step[] {
  if (tree.kind !== 'list') {
    context.report({ place: tree.place, message: 'a list of commands is needed here, each one after a -' })
    return []
  }
  return tree.items.flatMap((item) => {
    const found = commandOf(item, context)
    return found ? readStep(found, context) : []
  })
}

interface Found {
  readonly name: CommandName
  readonly place: Place
  /** null for a command that stands alone. */
  readonly value: Tree | null
}

function commandOf(item: Tree, { report }: StepContext): Found | null {
  const refuse = (place: Place, message: string) => {
    report({ place, message })
    return null
  }
  if (item.kind === 'list') return refuse(item.place, 'a command is needed here, not a list')
  const [entry, second] =
    item.kind === 'map' ? item.entries : [[item.text, { place: item.place, value: null }] as const]
  if (!entry || entry[0] === '') return refuse(item.place, 'a command is missing here')
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
    `${name.slice(0, 60)} is no command${meant === null ? '' : `. Did you mean ${meant}?`}`,
  )
}

function readStep({ name, place, value }: Found, context: StepContext): Step[] {
  const { schema, short, bare } = commands[name]
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
  const read = schema.safeParse(plain(options))
  if (!read.success) {
    const known = Object.keys(schema.shape)
    for (const problem of schemaProblems(read.error.issues, options, known)) context.report(problem)
    // Mistakes below are told as well.
    nestedOf(options, 'commands', context)
    return []
  }
  const around: Surroundings = {
    ...context,
    nested: (key) => nestedOf(options, key, context),
    include: (path) => context.include(path, place),
  }
  try {
    const at = { place, summary: summaryOf(name, options, short) }
    return [buildStep(name, read.data as Options<typeof name>, at, around)]
  } catch (error) {
    if (!(error instanceof FlowError)) throw error
    context.report({ place, message: error.message })
    return []
  }
}

/** A map of options: a plain value stands for the command's main one. */
function optionsOf(value: Tree | null, short: string | null, place: Place): Tree {
  const isNothing = value === null || (value.kind === 'text' && value.text === '' && short === null)
  if (isNothing) return { kind: 'map', entries: new Map(), place }
  if (value.kind === 'map' || short === null) return value
  return { kind: 'map', entries: new Map([[short, { place: value.place, value }]]), place: value.place }
}

function nestedOf(options: Tree, key: string, context: StepContext): Step[] {
  const entry = options.kind === 'map' ? options.entries.get(key) : undefined
  return entry ? readSteps(entry.value, context) : []
}

/** A command and its options in one line. */
function summaryOf(name: CommandName, options: Tree, short: string | null): string {
  const given = options.kind === 'map' ? [...options.entries] : []
  const shown = given
    .filter(([key]) => !['commands', 'label', 'optional'].includes(key))
    .map(([key, { value }]) => (key === short ? wordsOf(value) : `${key}: ${wordsOf(value)}`))
    .join(', ')
  const line = shown === '' ? name : `${name} ${shown}`
  return line.length > longestSummary ? `${line.slice(0, longestSummary - 1)}…` : line
}

function wordsOf(tree: Tree): string {
  if (tree.kind === 'text') return tree.text.replaceAll(/\s+/g, ' ')
  if (tree.kind === 'list') return tree.items.map(wordsOf).join(', ')
  return [...tree.entries].map(([key, { value }]) => `${key}: ${wordsOf(value)}`).join(', ')
}
