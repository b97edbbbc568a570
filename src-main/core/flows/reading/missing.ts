import { existsSync } from 'node:fs'
import { fill } from '../language/evaluate'
import type { CommandName, StepOf } from '../commands/commands'
import type { CheckedFlow } from './check'
import type { FlowBody, Place, Step } from '../language/flow'
import { insideOf } from '../language/flow-files'
import type { Problem } from '../language/problem'
import type { Expression, Names, Template } from '../language/template'

/** What every run sets on each phone. */
const namesOfRun = ['FLEETWALL_PHONE_ID', 'FLEETWALL_PHONE_NAME', 'FLEETWALL_FLOW'] as const
const programNames = ['output', 'fleetwall', 'maestro']
const noNames: Names = { env: {}, output: new Map(), fleetwall: {} }

/** What a flow lacks; `name` where it is a value for one that `--env` can set. */
export interface Missing extends Problem {
  name: string | null
}

/**
 * Finds what a flow without mistakes still lacks for a run: names that nothing sets, and kept pictures that are not there.
 * @param given the names that the user sets (`--env`)
 */
export function missingOf(
  { flow, env }: Pick<CheckedFlow, 'flow' | 'env'>,
  given: readonly string[],
): Missing[] {
  const found = new Map<string, Missing>()
  const tell = (place: Place, message: string, name: string | null = null) => {
    const key = `${place.file}\n${message}`
    if (!found.has(key)) found.set(key, { place, message, name })
  }
  const look = (value: unknown, known: ReadonlySet<string>, place: Place) => {
    for (const name of unsetIn(value, known))
      tell(
        place,
        `the name ${name} is not set. Set it with env, or give a default: \${${name} || 'text'}`,
        name.includes('.') ? null : name,
      )
  }
  const lookBody = (body: FlowBody, around: ReadonlySet<string>, place: Place) => {
    const known = new Set(around)
    for (const [name, value] of Object.entries(body.env)) {
      if (!known.has(name)) look(value, known, place)
      known.add(name)
    }
    for (const step of [...body.onFlowStart, ...body.steps, ...body.onFlowComplete]) lookStep(step, known)
  }
  const lookStep = (step: Step, known: ReadonlySet<string>) => {
    const { place } = step
    const own = step as StepOf<CommandName>
    switch (own.command) {
      case 'runFlow':
        look([step.label, own.when, own.env], known, place)
        return lookBody(own.body, new Set([...known, ...Object.keys(own.env)]), place)
      case 'retry':
        look([step.label, own.maxRetries], known, place)
        return lookBody(own.body, known, place)
      case 'repeat':
        look([step.label, own.times, own.while], known, place)
        for (const each of own.steps) lookStep(each, known)
        return
      case 'assertScreenshot': {
        const { expected } = own
        const isKnown = expected.path.parts.every((part) => typeof part === 'string')
        const path = fill(isKnown ? expected.path : { source: '', parts: [] }, noNames)
        if (isKnown && !existsSync(insideOf(expected, path)))
          tell(place, `picture ${path} not found. Take it with takeScreenshot, and copy it there`)
      }
    }
    look(step, known, place)
  }
  lookBody(flow, new Set([...namesOfRun, ...Object.keys(env), ...given]), {
    file: flow.file,
    line: 1,
    column: 1,
  })
  return [...found.values()]
}

function* unsetIn(value: unknown, known: ReadonlySet<string>): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  if (isTemplate(value)) {
    for (const part of value.parts) if (typeof part !== 'string') yield* unsetOf(part, known)
  } else for (const each of Object.values(value)) yield* unsetIn(each, known)
}

const isTemplate = (value: object): value is Template => 'source' in value && 'parts' in value

function* unsetOf(expression: Expression, known: ReadonlySet<string>): Generator<string> {
  switch (expression.kind) {
    case 'literal':
      return
    case 'name': {
      const [root = ''] = expression.path
      if (!programNames.includes(root) && !known.has(root)) yield expression.path.join('.')
      return
    }
    case 'unary':
      return yield* unsetOf(expression.operand, known)
    case 'binary':
      // A name before `||` may be unset.
      if (expression.operator !== '||' || expression.left.kind !== 'name')
        yield* unsetOf(expression.left, known)
      return yield* unsetOf(expression.right, known)
    case 'choice':
      for (const each of [expression.test, expression.yes, expression.no]) yield* unsetOf(each, known)
      return
    case 'call':
      for (const each of [expression.target, ...expression.args]) yield* unsetOf(each, known)
      return
    case 'length':
      return yield* unsetOf(expression.target, known)
    case 'assign':
      return yield* unsetOf(expression.value, known)
  }
}
